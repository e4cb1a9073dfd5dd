import type { BootConfig } from '@antojo/contract/boot-config'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** `GET /config.json`: what the web app needs before its first request. */
export function bootConfigRoute(app: FastifyInstance, context: Context): void {
  const { settings, google, facebook } = context.config
  app.get('/config.json', async (_request, reply): Promise<BootConfig> => {
    void reply.header('cache-control', 'no-cache')
    const [credits, signUp] = await Promise.all([context.placeIndex.credits(), context.invitations.mode()])
    return {
      anonKey: context.keys.anonKey,
      publicUrl: settings.PUBLIC_URL ?? null,
      signIn: { google: google !== null, facebook: facebook !== null },
      mail: settings.SMTP_URL !== undefined,
      signUp,
      mapStyleUrl: settings.MAP_STYLE_URL ?? null,
      googleMapsKey: settings.GOOGLE_MAPS_BROWSER_KEY ?? null,
      placesProvider: context.provider.name,
      attributions: credits.map(({ title }) => title),
      transcription: context.pipeline.speech.available,
    }
  })
}
