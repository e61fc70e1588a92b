/** Files of devices in the worker thread of an import. */
import type { FamilyReader } from '#platform/server/area.ts'
import { eventKind, type ReadEvent } from './event-layout.ts'
import { eventLayouts } from './layouts.ts'

const reader: FamilyReader<ReadEvent> = {
  kinds: eventLayouts.map(eventKind),
  columns: ['pin', 'name', 'at'],
  row: ({ no, pin, name, at }) => ({ lineNo: no, values: [pin, name, at] }),
  kindsOf: () => [],
}
export default reader
