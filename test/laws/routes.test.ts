/** A route map says who may call what with which input; what it does to rows stands in a file beside it. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** What is left; the list only shrinks. */
const left = ['areas/admin/people-routes.ts', 'areas/projects/routes.ts']
const statement = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql[`<]/

test('route maps of areas hold no statement', () => {
  const maps = globSync('areas/**/{routes,*-routes}.ts', { cwd: root }).map(file => file.replaceAll('\\', '/'))
  expect(maps.length).toBeGreaterThan(15)
  expect(maps.filter(file => statement.test(readFileSync(join(root, file), 'utf8'))).toSorted()).toEqual(left)
})
