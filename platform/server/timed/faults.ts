/** What is wrong with declared timed work, each fault named: the program does not start with one. */
import type { Resource } from '#platform/declare/resource.ts'
import { reminderFaults } from './reminder.ts'
import type { Timed } from '../contract/timed.ts'
import { whenFault } from './when.ts'

const nameMax = 100

export function timedFaults(all: readonly Timed[], resources: ReadonlyMap<string, Resource>): string[] {
  const names = all.map(one => one.name)
  return all.flatMap((one, at) => {
    const fault = whenFault(one.when)
    return [
      ...(names.indexOf(one.name) === at ? [] : ['is declared twice']),
      ...(one.name.length > 0 && one.name.length <= nameMax ? [] : [`its name has 1 to ${nameMax} characters`]),
      ...(one.title.some(text => text.trim() === '') ? ['has no title in one of the languages'] : []),
      ...(fault === null ? [] : [fault]),
      ...(one.calendar !== undefined && 'every' in one.when ? ['working days go with cron and at'] : []),
      ...(one.calendar !== undefined && one.of === 'installation' ? ['the installation has no working calendar'] : []),
      ...(one.again.every(pause => pause > 0) ? [] : ['a further try comes after a pause']),
      ...(one.of === 'organisation' && one.reminder ? reminderFaults(one.reminder, resources) : []),
    ].map(words => `timed work ${one.name}: ${words}`)
  })
}
