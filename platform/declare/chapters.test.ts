/** A word in the wrong chapter does not compile, and stops the start where the compiler was told to look away. */
import { expect, test } from 'vitest'
import { lines } from './document.ts'
import { reference, text } from './fields.ts'
import { resource } from './resource.ts'
import { ownOrganisation } from './scope.ts'

const lamp = { title: ['灯', 'Lamp'], access: { scope: ownOrganisation }, fields: { name: text('名称', 'Name') } } as const

test('chapters become one flat value', () => {
  const made = resource('lamp', { ...lamp, list: { sort: { field: 'name', way: 'ASC' } }, storage: { key: ['name'], kind: 'reference' } })
  expect(made).toMatchObject({ table: 'lamp', kind: 'reference', key: ['name'], sort: { field: 'name' }, standard: 'organisation' })
})

test('what lines say of their document is kept by its name', () => {
  const header = { of: { lampId: reference('灯', 'Lamp', 'lamp') }, max: 5, editedSeparately: true } as const
  const made = lines('lamp_line', { ...header, title: ['灯行', 'Line'], fields: lamp.fields, list: { search: false } })
  expect(made.linesOf).toEqual({ field: 'lampId', max: 5, editedSeparately: true })
})

test.each([
  // @ts-expect-error a word of storage
  [() => resource('lamp', { ...lamp, list: { key: ['name'] } }), 'lamp: chapter list says key, which belongs to chapter storage'],
  // @ts-expect-error no word
  [() => resource('lamp', { ...lamp, storage: { ordinal: 1 } }), 'lamp: chapter storage says ordinal, which is no word of a resource'],
  [
    // @ts-expect-error a word of a chapter
    () => resource('lamp', { ...lamp, sort: { field: 'name', way: 'ASC' } }),
    'lamp: outside of all chapters it says sort, which belongs to chapter list',
  ],
  [
    // @ts-expect-error no chapter
    () => resource('lamp', { ...lamp, lifes: {} }),
    'lamp: outside of all chapters it says lifes, which is no word of a resource',
  ],
  // @ts-expect-error no field of it
  [() => resource('lamp', { ...lamp, storage: { key: ['colour'] } }), null],
])('%s', (make, said) => {
  if (said === null) expect(make).not.toThrow()
  else expect(make).toThrow(said)
})
