/** House: what one server process is made of. Composed in server.ts (or by a test) and handed down; nothing here is a singleton. */
import type { Logger } from 'pino'
import type { Pool } from 'pg'
import type { Title } from '#platform/declare/title.ts'
import type { Area } from './area.ts'
import type { Caller, Context, Language, Origin } from './context.ts'
import type { Tx, Db } from './database.ts'
import type { Registry } from './registry.ts'
import type { FileStore } from './file-store.ts'

export interface Settings {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly production: boolean
  readonly publicUrl: string | null
  /** what carries mails and short messages out; absent or null: nothing is configured */
  readonly smtpUrl?: string | null
  readonly smsUrl?: string | null
  /** from which keys are derived; needed where a resource seals its authors */
  readonly secretKey?: string | null
  /** for tests alone: chat groups may be at addresses of this machine, by http; nothing of the environment sets it */
  readonly localChats?: true
  /** what HTTPS_PROXY names: asked to connect to the marketplaces' own hosts */
  readonly proxyUrl?: string | null
  /** address of a server of this machine that stands for the marketplaces, begun when first asked: connections of a demonstration alone */
  readonly emulator?: () => Promise<string>
  /** address of a server of this machine that stands for the company of a demonstration, where people sign in; begun when first asked */
  readonly companySide?: () => Promise<string>
  /** the database is spread over several machines: who reads waits for a silent one 9 s at most */
  readonly severalMachines?: boolean
  /** URL of the runtime role, for worker threads that open a connection of their own */
  readonly appUrl: string
}

export interface Pools {
  readonly rights: Pool
  readonly interactive: Pool
  readonly writes: Pool
  readonly jobs: Pool
  readonly streams: Pool
}

export interface JobQueue {
  /** Enqueued inside the caller's transaction: rolled back with it. `queue`: jobs of one queue run one after the other. */
  add(
    tx: Tx,
    task: string,
    payload: Readonly<Record<string, unknown>>,
    options?: { readonly queue?: string; readonly key?: string; readonly runAt?: Date },
  ): Promise<void>
  /**
   * Work over all that is marked (`merged`): enqueued once in a transaction, last before its commit, so that nobody waits for another who
   * orders the same. Jobs of one task and organisation run one after the other, and the one that begins takes those that wait.
   */
  addOnce(tx: Tx, task: string, payload: Readonly<Record<string, string>>): Promise<void>
  /** Payloads of the jobs of a task that wait and hold these values: they are gone once the transaction commits, their work is its own. */
  take<Payload extends object>(tx: Tx, task: string, holds: Partial<Payload> & object): Promise<readonly Payload[]>
}

export interface Events {
  /** To every browser of these accounts, in every process; sent when tx commits. */
  push(tx: Tx, accountIds: readonly string[], message: object): Promise<void>
  /** The same of what the browser asks for every minute as well: sent just after the commit, and lost with the process. */
  hint(tx: Tx, accountIds: readonly string[], message: object): Promise<void>
}

export interface Person {
  readonly accountId: string
  readonly name: string
  /** link of the picture */
  readonly avatar: string | null
  readonly department: string | null
  readonly position: string | null
}

/** Somebody who works in the organisation, as everybody may know him. */
export interface Colleague {
  readonly employeeId: string
  readonly name: string
  readonly department: string | null
  readonly position: string | null
}

/** The calls of people that this process is answering, which long work waits for (base/yield-to-requests.ts). */
export interface RequestsUnderWay {
  /** their number in shared memory, for threads */
  readonly shared: Int32Array
  readonly underWay: number
  /** A call begins; it ends with the first call of what this gives. */
  begin(): () => void
  /** Until no call is under way and none has followed at once, `msMax` at most. */
  none(msMax: number): Promise<void>
}

/** How the admin area answers "who is this and what may he do"; platform knows no employee table. */
export interface Rights {
  /**
   * null: unknown, expired or revoked token. Throws Refusal 1003 when orgId is foreign. `address`: from where it comes, which an API key
   * may bound.
   */
  callerOfToken(token: string, orgId: string | null, address?: string): Promise<Caller | null>
  /** the same caller as he is now, for a job he asked for */
  callerOf(accountId: string, orgId: string): Promise<Caller | null>
  /** the server acting for itself inside one organisation: all its shops and employees */
  system(orgId: string, tx?: Tx): Promise<Caller>
  /**
   * Accounts of an organisation, that still work there, that any of these marks means: see `sharedWithMe`. `tx`: the transaction that asks,
   * where one is open.
   */
  accountsOf(orgId: string, marks: readonly string[], tx?: Tx): Promise<readonly string[]>
  /**
   * People of an organisation, by name, account, or both: who can sign in, but of those that `ids` names also who has left. At most `max`
   * by name.
   */
  people(
    orgId: string,
    ask: { readonly ids: readonly string[] } | { readonly keyword: string; readonly max: number },
  ): Promise<readonly Person[]>
  /** Who works in the organisation, with an account or without, by name or nickname: at most `max`. */
  colleagues(orgId: string, keyword: string, max: number): Promise<readonly Colleague[]>
  /** Accounts of these employees, of those that still work there: employee -> accounts. */
  accountsOfEmployees(orgId: string, employeeIds: readonly string[], tx: Tx): Promise<ReadonlyMap<string, readonly string[]>>
  /** Accounts of an organisation that were granted this operation, and its system administrators. */
  holdersOf(orgId: string, permission: string, operation: number, tx: Tx): Promise<readonly string[]>
  /** These accounts as callers in this organisation, over the transaction that asks; those that are not of it are absent. */
  callersOf(orgId: string, accountIds: readonly string[], tx: Tx): Promise<readonly Caller[]>
  /** System administrators, each in the organisation he used last: who is told what concerns the whole installation. */
  administrators(): Promise<readonly { readonly accountId: string; readonly orgId: string }[]>
  /** Drops what this process remembers, so that a session ended here is refused at once; other processes follow within a second. */
  forget?(): void
}

/** How far the first start is with the demo company. */
export interface FirstFill {
  readonly percent: number
  readonly doing: Title
  /** it ended before the company was whole: why */
  readonly failed?: Title
}

export interface House {
  readonly settings: Settings
  /** what this process is filling; null: nothing */
  readonly filling: { now: FirstFill | null }
  readonly areas: readonly Area[]
  readonly registry: Registry
  readonly pools: Pools
  readonly jobs: JobQueue
  readonly events: Events
  /** the calls that long work waits for */
  readonly peoplesCalls: RequestsUnderWay
  readonly files: FileStore
  readonly rights: Rights
  readonly log: Logger
  readonly now: () => Date
  /** `abandoned`: the signal of a request that nobody waits for any more */
  asUser(caller: Caller, language: Language, requestId: string, abandoned?: () => AbortSignal, origin?: Origin): Context
  /** organisation and scope of the person who asked, read when the job runs */
  asJob(job: { readonly accountId: string; readonly orgId: string; readonly id: string }): Promise<Context>
  /** `tx`: the transaction that asks, where one is open; all of the answer goes over it */
  asSystem(orgId: string, reason: string, tx?: Tx): Promise<Context>
  /** the same house for what nobody waits for: its connections are those of jobs, without a limit of time */
  readonly forJobs: House
  /** Around the door. Every use is a line of docs/security.md, counted by a test. */
  unscoped(reason: string): Db
}
