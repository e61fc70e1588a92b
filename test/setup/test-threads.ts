/** For tests: records with conversations. Cards of shops, closed in their last state; letters whose author nobody knows. */
import { choice, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { grantedShopsOrNone, ownOrganisation } from '#platform/declare/scope.ts'
import { byAnyone, machine } from '#platform/declare/states.ts'
import type { Area } from '../../platform/server/contract/area.ts'
import { add, list, remove, update } from '../../platform/server/verbs/verbs.ts'
import { step } from '../../platform/server/steps/verbs.ts'
import { threadAdd, threadDelete, threadList } from '../../platform/server/thread/verbs.ts'

export const card = resource('probe_card', {
  type: 'probeCard',
  title: ['卡片', 'Card'],
  access: { scope: grantedShopsOrNone },
  fields: {
    no: text('编号', 'No.', { max: 20, filter: 'equals' }),
    shopId: reference('店铺', 'Shop', 'shop', { optional: true }),
    state: choice('状态', 'State', { open: [1, '进行中', 'Open'], done: [2, '已完成', 'Done'] }, { default: 1 }),
  },
  list: { find: 'no' },
  record: { thread: { closedIn: ['done'], keepsAnswered: true }, label: 'no' },
  storage: { key: ['no'] },
  life: {
    states: machine('state', {
      states: { open: { edit: 'all', remove: true }, done: { final: true, remove: true } },
      steps: { finish: { title: ['完成', 'Finish'], from: ['open'], to: 'done', may: byAnyone } },
    }),
  },
}) as unknown as Resource

/** With calls of its own names for some, generated ones for the others. */
export const letter = resource('probe_letter', {
  type: 'probeLetter',
  title: ['来信', 'Letter'],
  access: { scope: ownOrganisation, sealedAuthor: true },
  fields: { subject: text('主题', 'Subject', { max: 50 }) },
  record: { thread: true, label: 'subject' },
}) as unknown as Resource

export const threadArea: Area = {
  name: 'probe',
  title: ['试验', 'Probe'],
  resources: [card, letter],
  routes: {
    'POST /probeCard/list': list(card),
    'POST /probeCard/insert': add(card),
    'POST /probeCard/update': update(card),
    'POST /probeCard/delete': remove(card),
    'POST /probeCard/finish': step(card, 'finish'),
    'GET /cardReply/trace': threadList(card, 'cardId'),
    'POST /cardReply/add': threadAdd(card, 'cardId'),
    'POST /cardReply/delete/{id}': threadDelete(card),
    'POST /probeLetter/list': list(letter),
    'POST /probeLetter/insert': add(letter),
  },
}
