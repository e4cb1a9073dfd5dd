import { Readable } from 'node:stream'
import { deleteAccountRequest, type DeleteAccountResponse, pictureRequest } from '@antojo/contract/account'
import { SAVED_COUNT_HEADER } from '@antojo/contract/transfer/place-export'
import { z } from 'zod'
import { AppError } from '../../core/app-error.ts'
import type { ProductApp, RequestScope } from '../../core/request-scope.ts'
import type { Account } from './service.ts'

const pictureParams = z.object({ userId: z.uuid() })

/** `/account`: export and deletion of everything, and the profile picture. */
export function accountRoutes(app: ProductApp, account: Account, scope: RequestScope): void {
  app.get('/account/export', { config: { budget: 'accountExport' } }, async (request, reply) => {
    const user = await scope.user(request)
    return reply
      .header(SAVED_COUNT_HEADER, await account.countVideos(user))
      .header('content-disposition', 'attachment; filename="antojo.zip"')
      .type('application/zip')
      .send(Readable.from(account.exportAll(user)))
  })

  app.delete('/account', { schema: { body: deleteAccountRequest } }, async (request) => {
    const language = request.headers['accept-language']
    const deletion = { typedEmail: request.body.email, language }
    const deleteAfter = await account.remove(await scope.user(request), deletion)
    const answer: DeleteAccountResponse = { deleteAfter: deleteAfter?.toISOString() ?? null }
    return answer
  })

  app.put(
    '/account/picture',
    { schema: { body: pictureRequest }, config: { budget: 'profilePicture' } },
    async (request) => ({
      url: await account.setPicture(await scope.user(request), Buffer.from(request.body.image, 'base64')),
    }),
  )

  app.delete('/account/picture', async (request, reply) => {
    await account.removePicture(await scope.user(request))
    return reply.code(204).send()
  })

  app.get('/account/picture/:userId', { schema: { params: pictureParams } }, async (request, reply) => {
    const webp = await account.picture(request.params.userId)
    if (!webp) throw new AppError('not_found', 'No picture.')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'")
      .type('image/webp')
      .send(webp)
  })
}
