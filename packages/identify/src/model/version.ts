/** Rises with each model that `npm run train:identify` writes, and with each change of the lexicon. */
export const MODEL_VERSION = 10
/** The hash of the model and the lexicon of this version; `scripts/structure/rules.ts` compares it. */
export const MODEL_FINGERPRINT = '7229437ceeb44026'
