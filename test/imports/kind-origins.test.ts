/** Every kind of file says what it was built from; of one that is known by its columns alone the first file waits. */
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'

const families = areas.flatMap(area => area.families ?? [])
const kinds = families.flatMap(family => family.kinds.map(kind => [kind.code, kind, family] as const))

test.each(kinds)('%s', (_code, kind, family) => {
  expect(kind.origin).toBeDefined()
  // files of accounts and carriers are no money of a shop: what does not follow waits there by itself
  const isUnseen = family.ownerOf === undefined && family.unseen === true
  if (isUnseen) expect(['columns', 'described']).toContain(kind.origin)
  else expect(kind.origin).not.toBe('columns')
})
