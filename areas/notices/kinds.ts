/** The kinds of notices as records, so that robots and templates refer to them: written at each start as the program declares them. */
import type { Notice } from '#platform/declare/notice.ts'
import { toStored } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import type { MessageKind } from '#platform/declare/wire-messages.ts'
import type { House } from '#platform/server/area.ts'
import { otherNotice, messageKinds } from '#platform/server/notices.ts'
import { digestCode } from './carry.ts'
import { reaches } from './tables.ts'

export interface Kind {
  readonly code: string
  readonly name: Title
  /** code of `messageKinds` */
  readonly kind: MessageKind
  readonly notice?: Notice
}

const kindNames = Object.keys(messageKinds) as (keyof typeof messageKinds)[]

/** Every notice of the program, and for each kind of message what is told besides. */
export const kindsOf = ({ registry }: House): readonly Kind[] => [
  ...[...registry.notices.values()].map((notice): Kind => ({
    code: notice.code,
    name: notice.name,
    kind: messageKinds[notice.kind][0],
    notice,
  })),
  ...kindNames.map((name): Kind => {
    const [kind, zh, en] = messageKinds[name]
    return { code: otherNotice(name), name: [`其他${zh}消息`, `Other messages: ${en.toLowerCase()}`], kind }
  }),
]

/** What a code of a delivery is called. */
export function nameOfCode(house: House, code: string): Title | string {
  if (code === digestCode) return ['每日汇总', 'Daily digest']
  if (code === testCode) return ['测试消息', 'Test message']
  return kindsOf(house).find(kind => kind.code === code)?.name ?? code
}
export const testCode = 'test'

/** To groups goes what is told of an event, not what is told to persons that were named one by one. */
const reachOf = (notice: Notice | undefined): 1 | 2 =>
  notice === undefined || notice.to.every(({ by }) => by === 'given') ? reaches.persons[0] : reaches.groups[0]

export async function keepKinds(house: House): Promise<void> {
  const db = house.unscoped('kinds of notices: what the program itself declares')
  const kinds = kindsOf(house)
  const rows = kinds.map(({ code, name, notice }) => ({
    code,
    name: toStored(name),
    title: notice === undefined ? '' : toStored(notice.title),
    text: notice?.text === undefined ? null : toStored(notice.text),
    reach: reachOf(notice),
  }))
  await db
    .insertInto('notice_kind')
    .values(rows)
    .onConflict(conflict =>
      conflict.column('code').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        title: ref('excluded.title'),
        text: ref('excluded.text'),
        reach: ref('excluded.reach'),
      })),
    )
    .execute()
  await db
    .updateTable('notice_kind')
    .set({ reach: reaches.gone[0] })
    .where(
      'code',
      'not in',
      kinds.map(({ code }) => code),
    )
    .execute()
}
