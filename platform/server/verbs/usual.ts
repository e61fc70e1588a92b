/**
 * 载入常用…: the usual records of a list, for a company that has none yet. The button stands in the empty list and above it, and 开始使用
 * offers it (areas/admin/setup). What the company has already stays as it is.
 */
import type { ActionDeclaration } from '#platform/declare/action.ts'
import { operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { act } from '../calls/verbs.ts'
import type { Context } from '../contract/context.ts'
import { listOf } from '../lists/list.ts'
import type { Route } from '../contract/route.ts'

/** `operation`: absent, that of adding */
type Face = Pick<ActionDeclaration, 'title' | 'input' | 'confirm'> & Partial<Pick<ActionDeclaration, 'operation'>>
type Input = Readonly<Record<string, unknown>>

/** Whether the list has a row that the caller sees. */
export const hasAny = async (context: Context, r: Resource): Promise<boolean> =>
  (await listOf(context, r, { pageNum: 1, pageSize: 1 })).list.length > 0

/** Bound as `POST /<family>/loadUsual`. `bring` answers how many records came. */
export const usual = (r: Resource, face: Face, bring: (context: Context, input: Input) => Promise<number>): Route =>
  act(r, { name: 'loadUsual', over: 'page', operation: operations.add, usual: true, ...face }, async (context, { input }) => ({
    added: await bring(context, input),
  }))
