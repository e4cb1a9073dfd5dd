/** Rises with each model that `npm run train:identify` writes, and with each change of the lexicon or the costs. */
export const MODEL_VERSION = 17
/** The hash of the model, the lexicon and the costs of this version; `scripts/structure/rules.ts` compares it. */
export const MODEL_FINGERPRINT = 'd49db285730c0bec'
