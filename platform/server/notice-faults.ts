/** What is wrong with declared notices, each fault named, and their English. */
import { isDraft } from '#platform/declare/publishable.ts'
import { holesOf, textsOf, type Notice } from '#platform/declare/notice.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Area } from './contract/area.ts'
import { stepNotice } from './steps/tell.ts'

/** All that are told: declared by areas, and those that follow from steps and reminders. */
export const noticesOf = (areas: readonly Area[], resources: ReadonlyMap<string, Resource>): Notice[] => [
  ...areas.flatMap(area => area.notices ?? []),
  ...areas.flatMap(area => (area.timed ?? []).flatMap(one => (one.of === 'organisation' && one.reminder ? [one.reminder.notice] : []))),
  ...[...resources.values()].flatMap(r => (isDraft(r) && r.publishing.tells !== undefined ? [r.publishing.tells] : [])),
  ...[...resources.values()].flatMap(r => Object.values(r.states?.steps ?? {}).flatMap(step => stepNotice(r, step) ?? [])),
]

const chinese = /\p{Script=Han}/u

function titleFaults([zh, en]: Title): string[] {
  const [a, b] = [zh, en].map(text => [...new Set(holesOf(text))].toSorted().join(', '))
  return [
    ...(zh.trim() === '' || en.trim() === '' ? ['says nothing in one of the languages'] : []),
    ...(chinese.test(en) ? [`has Chinese in its English “${en}”`] : []),
    ...(a === b ? [] : [`“${zh}” fills in ${a}, its English ${b}`]),
  ]
}

export function noticeFaults(notices: readonly Notice[]): string[] {
  const codes = notices.map(one => one.code)
  return notices.flatMap((one, at) =>
    [
      ...(codes.indexOf(one.code) === at ? [] : ['is declared twice']),
      ...(one.to.length === 0 ? ['tells nobody'] : []),
      ...[one.name, ...textsOf(one)].flatMap(titleFaults),
    ].map(fault => `notice ${one.code}: ${fault}`),
  )
}
