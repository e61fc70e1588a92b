/** Context: everything a function needs that a test may want to replace. */
import type { Logger } from 'pino'
import type { ObjectGrant } from '#platform/declare/scope.ts'
import type { Db, Tx } from './database.ts'
import type { House } from './house.ts'

export type Language = 'zh' | 'en'

/** How far a caller sees. `'all'` only ever stands beside the organisation. */
export interface GrantedReach {
  readonly shops: readonly string[]
  readonly employees: readonly string[] | 'all'
  /** absent: none */
  readonly objects?: Readonly<Partial<Record<ObjectGrant, readonly string[] | 'all'>>>
}

/**
 * Who asks, in which organisation, and what was granted. Built per request by the rights of the admin area, never from the client's word.
 */
export interface Caller extends GrantedReach {
  readonly accountId: string
  readonly employeeId: string | null
  readonly name: string
  readonly orgId: string
  readonly orgIds: readonly string[]
  /** lists (by permission) in which a role lets the person see further than in general */
  readonly wider?: ReadonlyMap<string, GrantedReach>
  /** marks under which records are shared with this person inside orgId: see `sharedWithMe` */
  readonly audience: readonly string[]
  /** how many employees the organisation has, of which `employees` are some; absent: not known */
  readonly staff?: number
  /** single records, by table, that are open beside all scopes: those on which this person has or had an approval task */
  readonly opened?: ReadonlyMap<string, readonly string[]>
  readonly systemAdmin: boolean
  /** may change what belongs to no organisation; absent: no */
  readonly installationAdmin?: boolean
  /** keeps the general manager's mailbox; absent: no */
  readonly manager?: boolean
  /** who really asks, where a system administrator looks at the product as this person: nothing may be written then */
  readonly viewer?: { readonly accountId: string; readonly name: string; readonly orgId: string }
  /** the API key by which a program asks for this account: he is cut to what the key was given */
  readonly key?: { readonly id: string; readonly name: string }
  /** '1': the password must be changed first */
  readonly loginState: '0' | '1'
  /** permission -> granted operation ids */
  readonly permissions: ReadonlyMap<string, ReadonlySet<number>>
  /** IANA zone of the organisation */
  readonly zone: string
}

export interface Origin {
  readonly address: string | null
  readonly call: string
}

export interface WriteOptions {
  /** Writers of one line go one after the other, before they take a connection: the record that all of them would lock. */
  readonly line?: string
}

export interface Context {
  readonly caller: Caller
  readonly language: Language
  /** reads through the door: the caller's scope is already applied */
  readonly db: Db
  /**
   * One transaction, opened with begin_write; reads and writes inside see the caller's scope. Throws roll everything back. All that `work`
   * asks goes over `tx`, or `inside`, which is this context on it.
   */
  write<T>(work: (tx: Tx, inside: Context) => Promise<T>, options?: WriteOptions): Promise<T>
  /** inside a transaction: the one that `db` is */
  readonly tx?: Tx
  /** The caller's own scope on a transaction that somebody has opened, of the same organisation. */
  through(tx: Tx): Tx
  /** Rows from one snapshot on a connection of its own, for exports; the connection is free again when the rows end or the reader stops. */
  snapshot<T>(rows: (db: Db) => AsyncIterable<T>): AsyncIterable<T>
  /** in a request: aborts when the caller goes away before he is answered */
  readonly abandoned?: () => AbortSignal
  readonly now: () => Date
  readonly log: Logger
  readonly requestId: string
  /** where a request comes from and which call it is, or which job; absent for the server's own work */
  readonly origin?: Origin
  readonly house: House
  /** for whom the caller acts, where it is not for himself (a deputy): both stand in the trail */
  readonly actsFor?: { readonly accountId: string; readonly name: string }
  /** the approval that allows what is done: it waits for no further one, and the record is not locked by it */
  readonly approved?: string
  /** who is behind a sealed author: asked by checks, never written (db/sealed-author.ts) */
  readonly author?: Caller
  /**
   * What is written tells its day alone (`now` is the beginning of that day). acting: a sealed author is at it, and the trail hears of it
   * later; arriving: what he did before comes now (db/sealed-later.ts)
   */
  readonly sealed?: 'acting' | 'arriving'
}
