import { z } from 'zod'

/** `DELETE /account`: the account's own address, typed again as a confirmation. */
export const deleteAccountRequest = z.object({ email: z.string().max(320) })

/** The time until which the account can be restored; null when it is already deleted. */
export const deleteAccountResponse = z.object({ deleteAfter: z.iso.datetime().nullable() })
export type DeleteAccountResponse = z.infer<typeof deleteAccountResponse>

/** `PUT /account/picture`: a picture of at most 150 kB, in base64. */
export const pictureRequest = z.object({ image: z.base64().max(200_000) })

export const pictureResponse = z.object({ url: z.string() })
