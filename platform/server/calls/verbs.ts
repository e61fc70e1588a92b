/** Verbs of the route map: `'POST /culturalGift/list': list(gift)`. A route reads as a sentence and holds no logic. */
import { Array as List, Boolean as Flag, Integer, Object as O, Optional, Union, type Static, type TObject, type TSchema } from 'typebox'
import { ownValue } from '#platform/declare/own-value.ts'
import type { ActionDeclaration } from '#platform/declare/action.ts'
import { installation, needs, operations, signedIn, type Demand } from '#platform/declare/operations.ts'
import { isInstallations, permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import type { AnswerHeaders, Ask, Blob, Route, RouteKey, RouteMap } from '../contract/route.ts'
import { filterInput } from './list-query.ts'
import { Id, RowId } from './wire-types.ts'

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

/** What a handler is asked, with the input as its schema says it. */
export type AskOf<Input> = Omit<Ask, 'input'> & { readonly input: Input extends TObject ? Readonly<Static<Input>> : Ask['input'] }

/** A hand-written call: says who may, what it takes, and calls one function. */
export const call = <const Input extends TSchema = TSchema>(
  definition: {
    readonly demand: Demand
    readonly summary: string
    readonly right?: readonly [zh: string, en: string]
    readonly further?: Route['further']
    readonly input?: Input
    readonly shown?: TSchema
    readonly multipart?: true
    readonly write?: boolean
    readonly fresh?: true
    readonly keys?: boolean
    readonly tokenCookie?: string
  },
  handler: (context: Context, ask: AskOf<Input>) => Promise<unknown>,
): Route => ({ verb: 'call', ...definition, handler: handler as Route['handler'] })

/**
 * The input as the document shows it where the handler itself refuses what is missing, in its own words: one of these sets of fields is
 * demanded.
 */
export function demanding(input: TObject, ...ways: readonly (readonly string[])[]): TSchema {
  const shownOf = (name: string): TSchema => {
    const { type, anyOf, ...words } = { ...ownValue(input.properties, name) } as Record<string, unknown>
    return { ...words, ...(anyOf === undefined ? { type: type ?? 'string' } : { anyOf }) } as TSchema
  }
  const demanded = ways.map(required => ({
    type: 'object',
    properties: Object.fromEntries(required.map(name => [name, shownOf(name)])),
    required,
  }))
  return { allOf: [input, demanded.length === 1 ? demanded[0] : { anyOf: demanded }] }
}

/** These calls are for persons alone: no API key opens them, whatever rights it has. */
export const closedToKeys = (routes: RouteMap): RouteMap =>
  Object.fromEntries(Object.entries(routes).map(([path, route]) => [path as RouteKey, { ...route, keys: false }]))

/** Ids as a list gave them; a number is what an older client sends. */
const chosenId = Union([Id(), Integer({ minimum: 0 })], { title: '编号' })
const chosenBy = (id: TSchema) => O({ id: Optional(id), ids: Optional(List(id, { title: '选中的行', maxItems: 10_000 })) })
/** rows of a table or view without ids are known by their key, as its list gives it */
const [chosenRecords, chosenRows] = [chosenBy(chosenId), chosenBy(RowId())]
/** The call takes records as its list gives them, and no schema of its own. */
export const isChosenInput = (input: TSchema | undefined): boolean => input === chosenRecords || input === chosenRows

/** What an action over a filter takes: the list's query, first to count and then with the number counted. */
export const filteredRecords = {
  query: Optional(filterInput),
  preview: Optional(Flag({ title: '预览' })),
  expected: Optional(Integer({ title: '预览的行数', minimum: 0 })),
}

/** An action over records of a resource: shown as a button of its list. */
export function act(
  resource: Resource,
  faces: ActionDeclaration | readonly [ActionDeclaration, ...ActionDeclaration[]],
  handler: Route['handler'],
  input?: TSchema,
): Route {
  const actions = 'name' in faces ? ([faces] as const) : faces
  const [{ operation, title }] = actions
  const usual = resource.primary === undefined ? chosenRecords : chosenRows
  return {
    verb: 'action',
    resource,
    actions,
    demand: needs(permissionOf(resource), operation),
    summary: title[0],
    handler,
    ...(input === undefined && actions.some(one => one.input !== undefined) ? { checksInput: true as const } : {}),
    input: input ?? (actions.some(one => one.over === 'filter') ? O(filteredRecords, { additionalProperties: true }) : usual),
  }
}

/** What every employee may do with the records of a resource that is for everybody. */
const everyones: ReadonlySet<string> = new Set<keyof typeof operations>(['add', 'view', 'edit', 'remove'])
const writing: ReadonlySet<string> = new Set<keyof typeof operations>(['add', 'edit', 'remove', 'import', 'audit', 'enable', 'disable'])

/**
 * What an operation on the records of a resource takes: a right, and where they belong to no organisation an administrator of the
 * installation.
 */
export const demandOf = (resource: Resource, operation: keyof typeof operations): Demand =>
  resource.forEverybody && everyones.has(operation)
    ? signedIn
    : isInstallations(resource) && writing.has(operation)
      ? installation
      : needs(permissionOf(resource), operations[operation])
