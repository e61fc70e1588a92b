/** A route: what a call is called, what it takes and demands, and what answers it. Made by the verbs (calls/verbs.ts, verbs/verbs.ts). */
import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { TSchema } from 'typebox'
import type { ActionDeclaration } from '#platform/declare/action.ts'
import type { ChartFace } from '#platform/declare/chart.ts'
import type { Demand } from '#platform/declare/operations.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Wording } from '#platform/declare/sentence.ts'
import type { Call, Row, UploadDefinition } from '#platform/declare/wire.ts'
import type { Context, Language } from './context.ts'
import type { House } from './house.ts'
import type { ListWords } from './list-words.ts'
import type { Hooks, Values } from './record-hooks.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/**
 * What a handler gets: query string and JSON body merged (the same name in both with different values is refused), path parameters, the raw
 * request for streams.
 */
export interface Ask {
  readonly input: Readonly<Record<string, unknown>>
  readonly params: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly address: string
  readonly raw: FastifyRequest
  readonly house: House
  readonly language: Language
  readonly requestId: string
  /** of an action that runs as a task */
  readonly task?: ActionTask
}
/** The task that an action runs as: what it writes by a batch is noted with it, and a person may stop it between two portions. */
export interface ActionTask {
  readonly id: string
  readonly progress: (rows: number, total: number) => void
}
/** A file or stream answer instead of the JSON envelope. */
export interface Blob {
  readonly blob: Readable
  readonly fileName: string
  readonly contentType: string
  readonly inline?: boolean
  readonly size?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly status?: number
}
/** Headers of an answer; several of one name are several lines, as `set-cookie` needs them. */
export type AnswerHeaders = Readonly<Record<string, string | string[]>>
/** One fault of an input. */
export interface FieldError {
  readonly field: string
  readonly message: Wording
}

/** What an import of a resource holds its rows against beyond their fields, and what follows each changed record. */
export interface ResourceImport {
  /** null: nothing beyond them */
  readonly rule: ((input: Readonly<Values>) => FieldError[]) | null
  readonly hooks: Hooks
}

/** A step that a call takes, and the fixed part of its body. */
export interface StepCall {
  readonly step: string
  readonly body: Readonly<Record<string, unknown>>
}

export type ThreadCallName = 'list' | 'people' | 'seen' | 'add' | 'update' | 'remove'

/** An operation beside the one that a call demands. */
export interface FurtherRight {
  readonly operation: number
  readonly title: Title
}

export interface Route {
  readonly verb:
    | 'list'
    | 'one'
    | 'add'
    | 'update'
    | 'batchUpdate'
    | 'remove'
    | 'removeBetween'
    | 'reveal'
    | 'undo'
    | 'export'
    | 'import'
    | 'action'
    | 'step'
    | 'thread'
    | 'call'
  readonly demand: Demand
  readonly summary: string
  /** what the right to this call is named where rights are granted; absent: as the summary */
  readonly right?: readonly [zh: string, en: string]
  /** what its answer tells only to who may do more on the same permission */
  readonly further?: readonly FurtherRight[]
  readonly resource?: Resource
  /** the buttons that make this call; several where a fixed part of the body tells them apart (audit 1, audit 0) */
  readonly actions?: readonly ActionDeclaration[]
  /** lists what is open for these lines (`draws`): their table */
  readonly draws?: string
  /** the call of a chart in the page of its records */
  readonly chart?: ChartFace
  /** answers the cells of the grid of its resource, or writes into them (`shownAs.grid`) */
  readonly cells?: 'read' | 'write'
  /** verb step: which */
  readonly steps?: readonly StepCall[]
  /** the matter of the resource's approval that this call is, where one is needed: done again when it is approved */
  readonly matter?: string
  /** verb thread: what it does, and under which name it takes the record's id */
  readonly thread?: { readonly does: ThreadCallName; readonly record: string }
  /** this call takes uploads: on which lists its button stands, and what the dialog needs */
  readonly upload?: {
    readonly on: readonly Resource[]
    /** which families of files it takes, by their codes, and what it is called; absent: what its resource says */
    readonly takes?: { readonly title: Title; readonly families: readonly string[] }
    readonly definition: (call: Call, language: Language) => UploadDefinition
    /** the call that suggests the layout of a file nobody knows: a verb `suggest` */
    readonly taughtBy?: RouteKey
  }
  /** this call suggests layouts for records of the resource, which belong to the owner in this field */
  readonly teaches?: { readonly layouts: Resource; readonly ownerField: string }
  /** verbs that write records: what they do besides, batches also when they run as a task */
  readonly hooks?: Hooks
  /** verbs list and export: their fields in words, also of one record and when an export runs as a task */
  readonly words?: ListWords
  /** verb list: what else is told of rows, read for all of a page at once, also of one record */
  readonly besides?: (context: Context, rows: readonly Row[]) => Promise<readonly Row[]>
  /** verb import: what its job needs to know */
  readonly imports?: ResourceImport
  /** JSON Schema of the merged input; absent: the verb's own */
  readonly input?: TSchema
  /** the same as the OpenAPI document shows it, where the handler asks for more than the schema: one of several fields */
  readonly shown?: TSchema
  /** reads the multipart stream itself */
  readonly multipart?: true
  /**
   * changes something: Idempotency-Key is honoured. Absent: true for verbs that write, for PUT and DELETE and for a POST written by hand.
   * False for reads by POST, and where a kept answer or a hash of the input would tell a secret
   */
  readonly write?: boolean
  /** what it does is worth a second look: asked for by a factor of the last ten minutes, else code 1016 (session/fresh.ts) */
  readonly fresh?: boolean
  /**
   * Whether a program with an API key may call it. Absent: where it demands an operation; keys have no part in what every person who is
   * signed in may do (http/open-to-keys.ts)
   */
  readonly keys?: boolean
  /** GET only: the session token may also stand in this cookie (an image tag sends no bearer header) */
  readonly tokenCookie?: string
  /** demand `anyone` (login): there is no session, context is null; `ask.house` is what it works with */
  readonly handler: (context: Context, ask: Ask) => Promise<unknown>
  /** verb action: what it asks for is held against the fields of its face, as it has no schema of its own */
  readonly checksInput?: true
  /** verb action, where its words guard it: what is done once it is not ordered as a task any more (batches/guarded-action.ts) */
  readonly work?: (context: Context, ask: Ask) => Promise<unknown>
}
export type RouteKey = `${Method} /${string}`
export type RouteMap = Readonly<Record<RouteKey, Route>>
