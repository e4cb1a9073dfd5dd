import { z } from 'zod'

/** The documented shapes of Places API (New) v1; unknown fields are ignored. */

const author = z.object({
  displayName: z.string().optional(),
  uri: z.string().optional(),
  photoUri: z.string().optional(),
})

const text = z.object({ text: z.string() })

const moment = z.object({ day: z.number(), hour: z.number().default(0), minute: z.number().default(0) })

const hours = z.object({
  openNow: z.boolean().optional(),
  periods: z.array(z.object({ open: moment, close: moment.optional() })).optional(),
  weekdayDescriptions: z.array(z.string()).optional(),
})

export const googlePlace = z.object({
  id: z.string(),
  displayName: text.optional(),
  formattedAddress: z.string().optional(),
  addressComponents: z
    .array(
      z.object({
        longText: z.string().optional(),
        shortText: z.string().optional(),
        types: z.array(z.string()),
      }),
    )
    .optional(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  types: z.array(z.string()).default([]),
  primaryType: z.string().optional(),
  businessStatus: z.string().optional(),
  googleMapsUri: z.string().optional(),
  nationalPhoneNumber: z.string().optional(),
  internationalPhoneNumber: z.string().optional(),
  websiteUri: z.string().optional(),
  rating: z.number().optional(),
  userRatingCount: z.number().optional(),
  priceLevel: z.string().optional(),
  regularOpeningHours: hours.optional(),
  currentOpeningHours: hours.optional(),
  photos: z.array(z.object({ name: z.string(), authorAttributions: z.array(author).default([]) })).optional(),
  reviews: z
    .array(
      z.object({
        rating: z.number().optional(),
        text: text.optional(),
        originalText: text.optional(),
        relativePublishTimeDescription: z.string().optional(),
        publishTime: z.string().optional(),
        authorAttribution: author.optional(),
      }),
    )
    .optional(),
})
export type GooglePlace = z.infer<typeof googlePlace>
export type GoogleHours = z.infer<typeof hours>

/** No hits are `{}`. */
export const textSearch = z.object({ places: z.array(googlePlace).default([]) })

export const photoMedia = z.object({ photoUri: z.string() })
