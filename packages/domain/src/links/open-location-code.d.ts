/** The parts in use; the types that npm has are those of another version, with static methods. */
declare module 'open-location-code' {
  export class OpenLocationCode {
    isValid(code: string): boolean
    isFull(code: string): boolean
    /** Throws for a short code. */
    decode(code: string): { readonly latitudeCenter: number; readonly longitudeCenter: number }
    recoverNearest(code: string, lat: number, lng: number): string
  }
}
