/** The general manager's mailbox: letters of employees, with a name or without, and what is answered to them. */
import type { Area } from '#platform/server/area.ts'
import { mailboxTimed } from './clear.ts'
import { makeMailbox } from './demo.ts'
import { employeeUnread } from './employee-box.ts'
import { letterArrives } from './letters.ts'
import { managerUnread } from './manager-box.ts'
import { mailboxModules } from './menu.ts'
import { mailboxEnglish } from './refusals-en.ts'
import { mailboxRoutes } from './routes.ts'
import { mailboxTables } from './tables.ts'
import { waitingLetters } from './waiting.ts'

export const mailbox: Area = {
  name: 'mailbox',
  title: ['总经理信箱', 'Mailbox'],
  resources: mailboxTables,
  modules: mailboxModules,
  routes: mailboxRoutes,
  english: mailboxEnglish,
  timed: mailboxTimed,
  arrivals: { letter: letterArrives },
  waits: { letters: waitingLetters },
  unread: { employee: employeeUnread, manager: managerUnread },
  demo: makeMailbox,
}
