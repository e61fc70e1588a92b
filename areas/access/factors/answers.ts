/** What calls of factors answer. Pure. */
export interface OwnFactor {
  readonly id: string
  /** 1 authenticator, 2 passkey */
  readonly kind: number
  readonly name: string
  readonly madeAt: string
  readonly usedAt: string | null
}
export interface OwnFactors {
  readonly factors: readonly OwnFactor[]
  /** recovery codes that are left */
  readonly codes: number
  readonly trustedDevices: number
}
