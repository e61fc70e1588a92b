/** What the calls of one's own account answer: types for both sides, no code. */

export interface OwnEmployee {
  readonly id: string
  readonly version: number
  readonly no: string
  readonly name: string
  readonly nickname: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly avatar: string | null
  readonly interests: readonly string[] | null
  readonly positionName: string | null
  readonly deptName: string | null
}

export interface OwnAccount {
  readonly username: string
  readonly name: string
  /** null where the person is no employee of this organisation */
  readonly employee: OwnEmployee | null
}

/** outcome 1 succeeded, 2 wrong password, 3 the second step is asked, 4 that was refused */
export interface SignInRecord {
  readonly at: string
  readonly outcome: number
  readonly address: string
  readonly userAgent: string
}

/** channel 1 mail, 2 short message; state 0 waiting, 1 sent, 2 failed, 3 kept here */
export interface OutboxMessage {
  readonly id: string
  readonly channel: number
  readonly receiver: string
  readonly subject: string
  /** only of messages that nothing carries out */
  readonly body: string | null
  readonly state: number
  readonly fault: string | null
  readonly queuedAt: string
  readonly sentAt: string | null
}

export interface Outbox {
  readonly list: readonly OutboxMessage[]
  readonly mailConfigured: boolean
  readonly smsConfigured: boolean
}

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
