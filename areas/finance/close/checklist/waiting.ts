/** What keeps the month open whose turn it is to be closed, in the order of the checklist, with who answers for it. */
import { operations } from '#platform/declare/operations.ts'
import type { Title } from '#platform/declare/title.ts'
import type { WaitingPart } from '#platform/declare/wire-home.ts'
import { may, type Context } from '#platform/server/area.ts'
import { checkMonth, dueMonth } from '../months/month-check.ts'
import { isSettled } from './checklist.ts'

const path = '/finance/months'
const title: Title = ['月结', 'Close of']
const toldMax = 8

export async function waitingOfClose(context: Context): Promise<WaitingPart | null> {
  if (!may(context.caller, 'finance.month', operations.view)) return null
  const { due } = await dueMonth(context)
  if (due === null) return null
  const { items, blockers } = await checkMonth(context, due.month, undefined, 'short')
  const open = items.filter(one => !isSettled(one))
  const ofItems = new Set(open.map(one => one.code))
  const others = blockers.filter(one => !ofItems.has(one.code))
  const listed = [
    ...others.map(one => ({ key: one.message, title: one.message, note: '', since: null, url: one.path ?? path })),
    ...open.map(one => ({
      key: `${one.code} ${one.company?.id ?? ''}`,
      title: [one.title, one.company?.name].filter(text => text != null).join(' · '),
      note: one.owner?.name ?? one.gaps[0]?.message ?? '',
      since: null,
      url: one.path,
    })),
  ]
  const done = items.length - open.length
  return {
    title: `${title[context.language === 'en' ? 1 : 0]} ${due.month} · ${done}/${items.length}`,
    count: listed.length,
    url: path,
    list: listed.slice(0, toldMax),
  }
}
