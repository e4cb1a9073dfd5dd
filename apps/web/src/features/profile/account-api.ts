import { deleteAccountResponse, pictureResponse } from '@antojo/contract/account'
import { errorText } from '../../lib/api/error-text.ts'
import { callApi, fetchJson } from '../../lib/api/api.ts'
import type { Services } from '../../lib/services.tsx'

/** Deletes the account; `email` is what the person typed as confirmation. Returns the date until which it can be restored, or null. */
export async function deleteAccount(services: Services, email: string): Promise<string | null> {
  const call = { method: 'DELETE', json: { email } }
  return (await fetchJson(services, deleteAccountResponse, '/account', call)).deleteAfter
}

export async function sendPicture(services: Services, file: File): Promise<string> {
  const image = await smallPicture(file)
  const answer = await fetchJson(services, pictureResponse, '/account/picture', {
    method: 'PUT',
    json: { image },
  })
  return answer.url
}

export async function removePicture(services: Services): Promise<void> {
  await callApi(services, '/account/picture', { method: 'DELETE' })
}

/** Side of the uploaded square in pixels; the server makes the final size. */
const PICTURE_SIDE = 512

/** Crops the middle of the picture and scales it down, in base64, so that large photos need not be uploaded. */
async function smallPicture(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(errorText('image_refused'))
  })
  const cut = Math.min(bitmap.width, bitmap.height)
  const canvas = new OffscreenCanvas(PICTURE_SIDE, PICTURE_SIDE)
  canvas
    .getContext('2d')
    ?.drawImage(
      bitmap,
      (bitmap.width - cut) / 2,
      (bitmap.height - cut) / 2,
      cut,
      cut,
      0,
      0,
      PICTURE_SIDE,
      PICTURE_SIDE,
    )
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
}
