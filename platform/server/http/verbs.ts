/** Verbs of the route map: `'POST /culturalGift/list': list(gift)`. A route reads as a sentence and holds no logic. */
import type { FastifyRequest } from 'fastify'
import { Array as List, Integer, Object as O, Optional, Union, type TSchema } from 'typebox'
import type { Readable } from 'node:stream'
import type { ActionFace } from '#platform/declare/action.ts'
import { installation, needs, operations, type Demand } from '#platform/declare/operations.ts'
import { isInstallations, permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { Call, UploadDefinition } from '#platform/declare/wire.ts'
import type { Context, Language } from '../context.ts'
import type { House } from '../house.ts'
import type { Hooks, Values } from '../lists/record-hooks.ts'
import type { ListWords } from '../lists/words.ts'
import type { FieldError } from './refusal.ts'
import { Id } from './wire-types.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** What a handler gets: query string and JSON body merged (the same name in both with different values is refused), path parameters, the raw request for streams. */
export interface Ask {
  readonly input: Readonly<Record<string, unknown>>
  readonly params: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly address: string
  readonly raw: FastifyRequest
  readonly house: House
  readonly language: Language
  readonly requestId: string
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
/** Data with headers of its own, e.g. the cookies that sign-in sets. */
export class AnswerWithHeaders {
  readonly data: unknown
  readonly headers: AnswerHeaders
  constructor(data: unknown, headers: AnswerHeaders) {
    this.data = data
    this.headers = headers
  }
}
export const isBlob = (answer: unknown): answer is Blob =>
  typeof answer === 'object' && answer !== null && 'blob' in answer && 'fileName' in answer

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
    | 'call'
    | 'report'
    | 'lines'
  readonly demand: Demand
  readonly summary: string
  /** what the right to this call is named where rights are granted; absent: as the summary */
  readonly right?: readonly [zh: string, en: string]
  readonly resource?: Resource
  /** the buttons that make this call; several where a fixed part of the body tells them apart (audit 1, audit 0) */
  readonly actions?: readonly ActionFace[]
  /** verb step: which */
  readonly steps?: readonly StepCall[]
  /** this call takes uploads: on which lists its button stands, and what the dialog needs */
  readonly upload?: { readonly on: readonly Resource[]; readonly definition: (call: Call, language: Language) => UploadDefinition }
  /** verbs that write records: what they do besides, batches also when they run as a task */
  readonly hooks?: Hooks
  /** verbs list and export: their fields in words, also of one record and when an export runs as a task */
  readonly words?: ListWords
  /** verb import: what its job needs to know */
  readonly imports?: ResourceImport
  /** JSON Schema of the merged input; absent: the verb's own */
  readonly input?: TSchema
  /** reads the multipart stream itself */
  readonly multipart?: true
  /** changes something: Idempotency-Key is honoured. Absent: true for the verbs add, update, remove, action, import and for PUT and DELETE */
  readonly write?: boolean
  /** GET only: the session token may also stand in this cookie (an image tag sends no bearer header) */
  readonly tokenCookie?: string
  /** demand `anyone` (login): there is no session, context is null; `ask.house` is what it works with */
  readonly handler: (context: Context, ask: Ask) => Promise<unknown>
}
export type RouteKey = `${Method} /${string}`
export type RouteMap = Readonly<Record<RouteKey, Route>>

/** A hand-written call: says who may, what it takes, and calls one function. */
export const call = (
  definition: {
    readonly demand: Demand
    readonly summary: string
    readonly right?: readonly [zh: string, en: string]
    readonly input?: TSchema
    readonly multipart?: true
    readonly write?: boolean
    readonly tokenCookie?: string
  },
  handler: Route['handler'],
): Route => ({ verb: 'call', ...definition, handler })

/** Ids as a list gave them; a number is what an older client sends. */
const chosenId = Union([Id(), Integer({ minimum: 0 })], { title: '编号' })
const chosenRecords = O({ id: Optional(chosenId), ids: Optional(List(chosenId, { title: '选中的行', maxItems: 10_000 })) })

/** An action over records of a resource: shown as a button of its list. */
export function act(
  resource: Resource,
  faces: ActionFace | readonly [ActionFace, ...ActionFace[]],
  handler: Route['handler'],
  input?: TSchema,
): Route {
  const actions = 'name' in faces ? ([faces] as const) : faces
  const [{ operation, title }] = actions
  return {
    verb: 'action',
    resource,
    actions,
    demand: needs(permissionOf(resource), operation),
    summary: title[0],
    handler,
    input: input ?? chosenRecords,
  }
}

const writing: ReadonlySet<string> = new Set<keyof typeof operations>(['add', 'edit', 'remove', 'import', 'audit', 'enable', 'disable'])

/** What an operation on the records of a resource takes: a right, and where they belong to no organisation an administrator of the installation. */
export const demandOf = (resource: Resource, operation: keyof typeof operations): Demand =>
  isInstallations(resource) && writing.has(operation) ? installation : needs(permissionOf(resource), operations[operation])
