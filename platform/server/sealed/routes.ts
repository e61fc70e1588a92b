/** Calls of sealed authors: the openings, and what authors are told. `askOpeningOf(resource)` is the button at the records themselves. */
import { Boolean as Flag, Object as O, Optional, String as Text } from 'typebox'
import { text } from '#platform/declare/fields.ts'
import { needs, operations, signedIn } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { openingOperation, openingPermission, openingStates } from '#platform/declare/sealed.ts'
import { act, call } from '../calls/verbs.ts'
import { Id } from '../calls/wire-types.ts'
import type { Route, RouteMap } from '../contract/route.ts'
import { list } from '../verbs/verbs.ts'
import { sealedNotices } from './notices.ts'
import { askOpening, confirmOpening, openedAuthor, refuseOpening, type OpenedAuthor } from './opening.ts'
import { sealedOpening } from './tables.ts'

const demand = needs(openingPermission, openingOperation)
const reason = { max: 200 } as const

/**
 * The button 开启匿名作者 of a list whose authors are sealed: `'POST /letter/askOpening': askOpeningOf(letter)`. Where a flag says which
 * records are sealed, it is offered for those.
 */
export const askOpeningOf = (r: Resource): Route => ({
  ...act(
    r,
    {
      name: 'askOpening',
      title: ['开启匿名作者', 'Open the sealed author'],
      over: 'row',
      operation: operations.view,
      ...(typeof r.sealedAuthor === 'string' ? { when: { [r.sealedAuthor]: [true] } } : {}),
      input: { reason: text('开启原因', 'Reason', reason) },
    },
    (context, { input }) => askOpening(context, r, input as never),
    O({ id: Id(r.title[0]), reason: Text({ title: '开启原因', minLength: 1, maxLength: reason.max }) }),
  ),
  demand,
  fresh: true,
})

const waits = { when: { state: [openingStates.waiting[0]] } } as const
/** The page of the author's employee opens; who has none is named in the answer alone. */
const shown = ({ employeeId, ...author }: OpenedAuthor) => ({
  ...author,
  employeeId,
  ...(employeeId === null ? {} : { page: { list: 'employee', id: employeeId } }),
})
const one = O({ id: Id('申请') })

export const sealedRoutes: RouteMap = {
  'POST /sealedOpening/list': list(sealedOpening),
  'POST /sealedOpening/confirm': act(
    sealedOpening,
    {
      name: 'confirm',
      title: ['确认开启', 'Open'],
      over: 'row',
      operation: openingOperation,
      ...waits,
      confirm: [
        '开启后你和申请人将看到作者是谁，作者会收到通知。确定开启吗？',
        'You and the asker will learn the author, who is told. Open?',
      ],
      result: 'page',
    },
    async (context, { input }) => shown(await confirmOpening(context, input as never)),
    one,
  ),
  'POST /sealedOpening/refuse': act(
    sealedOpening,
    {
      name: 'refuse',
      title: ['拒绝', 'Refuse'],
      over: 'row',
      operation: openingOperation,
      ...waits,
      input: { answer: text('说明', 'Answer', { ...reason, optional: true }) },
    },
    (context, { input }) => refuseOpening(context, input as never),
    O({ id: Id('申请'), answer: Optional(Text({ title: '说明', maxLength: reason.max })) }),
  ),
  'POST /sealedOpening/author': act(
    sealedOpening,
    {
      name: 'author',
      title: ['查看作者', 'See the author'],
      over: 'row',
      operation: openingOperation,
      when: { state: [openingStates.opened[0]] },
      result: 'page',
    },
    async (context, { input }) => shown(await openedAuthor(context, input as never)),
    one,
  ),
  'POST /sealedNotice/list': call(
    {
      demand: signedIn,
      summary: '我匿名发布的内容收到的通知',
      input: O({ list: Optional(Text({ title: '类型', maxLength: 50 })), read: Optional(Flag({ title: '标为已读' })) }),
      write: false,
    },
    (context, { input }) => sealedNotices(context, input),
  ),
}
