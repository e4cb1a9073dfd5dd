/** Rises with each model that `npm run train:identify` writes, and with each change of the lexicon. */
export const MODEL_VERSION = 9
/** Of the model and the lexicon with this version; `scripts/structure/rules.ts` compares it. */
export const MODEL_FINGERPRINT = '7fd346e34afc795c'
