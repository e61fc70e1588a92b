/** Calls of readers and of who looks after them, for the route maps: `'GET /noticeSetting/homePageNotice/{id}': readRoute(notice)`. */
import { Boolean as Bool, Object as O, Optional } from 'typebox'
import { needs, signedIn } from '#platform/declare/operations.ts'
import { publishOperation, type Publishable } from '#platform/declare/publishable.ts'
import { permissionOf } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import { Id } from '../calls/wire-types.ts'
import { call } from '../calls/verbs.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import type { Route } from '../contract/route.ts'
import { list } from '../verbs/verbs.ts'
import { readersOf } from './readers.ts'
import { confirmRead, likePublished, readPublished } from './reading.ts'

const one = O({ id: Optional(Id()) })

/** Everybody it is for may list what is published. */
export const publishedList = ({ published }: Publishable): Route => ({ ...list(published), demand: signedIn })

/** Opens one, and notes who has read it; so it is no pure read. */
export const readRoute = (what: Publishable): Route =>
  call({ demand: signedIn, summary: `阅读${what.published.title[0]}`, input: one, write: false }, (context, ask) =>
    readPublished(context, what, ask.params['id'] ?? ask.input['id']),
  )

/** `then` follows the first confirmation of a reader, in its transaction. */
export const confirmRoute = (what: Publishable, then?: (context: Context, tx: Tx, row: Row) => Promise<void>): Route =>
  call({ demand: signedIn, summary: `确认已阅读${what.published.title[0]}`, input: one }, (context, ask) =>
    confirmRead(context, what, ask.params['id'] ?? ask.input['id'], async (tx, row) => then?.(context, tx, row)),
  )

/** `liked` false takes it back. */
export const likeRoute = (what: Publishable): Route =>
  call(
    { demand: signedIn, summary: `点赞${what.published.title[0]}`, input: O({ id: Id(), liked: Optional(Bool({ title: '点赞' })) }) },
    (context, ask) => likePublished(context, what, ask.input['id'], ask.input['liked'] !== false),
  )

export const readersRoute = (what: Publishable): Route =>
  call(
    {
      demand: needs(permissionOf(what.draft), publishOperation),
      summary: `${what.draft.title[0]}的阅读情况`,
      input: O({ id: Optional(Id()), unread: Optional(Bool({ title: '只看未读' })) }),
      write: false,
    },
    (context, ask) => readersOf(context, what, { id: ask.params['id'] ?? ask.input['id'], unread: ask.input['unread'] === true }),
  )
