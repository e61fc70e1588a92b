/** What a marketplace is to the core: data, and how its calls are signed. Pure. */
import type { Title } from '#platform/declare/title.ts'
import type { Secret } from '#platform/server/records.ts'
import type { ErrorCodes } from './classify.ts'
import type { ModelOperation } from './model.ts'
import type { ApiRequest, Values } from './request.ts'

/** What a call is signed with. */
export interface Keys {
  readonly region: number
  readonly clientId: string
  readonly clientSecret: Secret
  readonly refreshToken: Secret | null
  readonly signingKey: Secret | null
  readonly signingName: Secret | null
}
export interface Site {
  readonly id: string
  readonly name: string
}

interface Shape {
  readonly title: Title
  /** kind of file that its documents are (`FileKind.code`) */
  readonly kind: string
  /** the role that the seller's consent needs, in his own words */
  readonly role: string
  /** a state of this moment: has no past */
  readonly snapshot?: true
  readonly days: number
  /** days of it come in one go, not one by one: a month, a week */
  readonly least?: number
  readonly delayHours: number
  readonly rereadDays: readonly number[]
  readonly backfillDays: number
  /** calls of it beside those of its operation, over the whole application */
  readonly limit?: { readonly rate: number; readonly burst: number }
}
/** A report that is asked for by days, or (`listed`) made by the marketplace itself and looked for by the day it was made. */
export interface ReportSource extends Shape {
  readonly by: 'report'
  readonly type: string
  readonly listed?: true
  readonly options?: Readonly<Record<string, string>>
}
/** The days of a window as its call names them; `site`: what its shop is to the marketplace. */
export interface AskedDays {
  readonly start: Date
  readonly end: Date
  readonly from: string
  readonly to: string
  readonly site: string
}
/** `alone`: the next page is asked for by its token and nothing else. */
export type Paging =
  | { readonly by: 'token'; readonly read: string; readonly send: string; readonly alone?: true }
  | { readonly by: 'offset'; readonly send: string; readonly limit: number; readonly total: string }
  /** `ask` is told the number */
  | { readonly by: 'number'; readonly pages: string }
/** Answers of an operation, page by page: `rows` is where their list stands. */
export interface CallSource extends Shape {
  readonly by: 'call'
  readonly call: string
  readonly rows: string
  readonly ask: (days: AskedDays, page: number) => Values
  readonly paging?: Paging
}
/** Files that the marketplace lists, each behind a call of its own. */
export interface FilesSource extends Shape {
  readonly by: 'files'
  readonly list: string
  readonly listing: (days: AskedDays, page: number) => Values
  /** where the number of pages of the list stands; absent: it has one */
  readonly pages?: string
  readonly named: (answer: object, days: AskedDays) => readonly string[]
  readonly file: string
  readonly fileOf: (name: string) => Values
  /** whether an answer holds anything of this kind; absent: each does */
  readonly holds?: (answer: object) => boolean
}
export type Source = ReportSource | CallSource | FilesSource

export interface Platform {
  readonly title: Title
  /** by code, as plans keep it: no two platforms share one */
  readonly sources: Readonly<Record<string, Source>>
  operationOf(call: string): ModelOperation
  hostOf(call: string, region: number): string
  /** hosts of documents end with one of these */
  readonly documentHosts: readonly string[]
  /** header of its answers that names the call, and the one that tells the rate */
  readonly requestId: string
  readonly rate?: string
  /** headers that tell how many calls are left, and when there are more (ms since 1970) */
  readonly left?: { readonly tokens: string; readonly at: string }
  /** what its calls know a site by; '': none */
  siteOf(marketplaceCode: string, amazonId: string): string
  /** what brings an access token; null: a key that it needs lacks */
  tokenRequest(keys: Keys, now: Date): { readonly host: string; readonly request: ApiRequest } | null
  /** the request as it is sent */
  signed(request: ApiRequest, keys: Keys, token: Secret, now: Date): ApiRequest
  readonly codes: ErrorCodes
  /** its answers of 200 may hold an error */
  readonly errorsIn200?: true
  /** the call that tells whose account it is, its sites, and (where it tells them) the roles of the consent */
  readonly test: {
    readonly call: string
    readonly values: Values
    readonly sites: (answer: object) => readonly Site[]
    readonly roles?: (answer: object) => readonly string[]
  }
  /** pages on which its keys are made */
  readonly keysFrom?: string
  /** days after which a secret, a consent or a signing key ends, where the marketplace rules it */
  readonly lasts?: { readonly secret?: number; readonly consent?: number; readonly signing?: number }
}

/** What stands in an answer at `a.b.c`. */
export const valueAt = (answer: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined),
      answer,
    )
