/** Which records a matter is about, and which declarations of approvals can't be carried out. */
import { expect, test } from 'vitest'
import { approval, concerns, type Trigger } from '#platform/declare/approval.ts'
import { flag, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { approvalFaults } from './approval-of.ts'

const matter = (when?: Trigger['when']): Trigger => ({ title: ['公告', 'Notice'], ...(when === undefined ? {} : { when }) })

test.each<[string, Trigger['when'], Record<string, unknown>, boolean]>([
  ['no condition', undefined, {}, true],
  ['a value that agrees', { mustRead: [true] }, { mustRead: true }, true],
  ['another value', { mustRead: [true] }, { mustRead: false }, false],
  ['one of two fields disagrees', { mustRead: [true], forAll: [true] }, { mustRead: true, forAll: false }, false],
  ['either of two conditions', [{ mustRead: [true] }, { forAll: [true] }], { mustRead: false, forAll: true }, true],
  ['none of two conditions', [{ mustRead: [true] }, { forAll: [true] }], { mustRead: false, forAll: false }, false],
  ['an empty field', { typeId: [null] }, {}, true],
])('a matter with %s', (_, when, row, is) => {
  expect(concerns(matter(when), row)).toBe(is)
})

test('what a declaration names must be there', () => {
  const fields = { name: text('名称', 'Name'), mustRead: flag('需确认', 'Must be read', { default: false }) }
  const of = (one: Trigger, figures: readonly string[] = []) =>
    approvalFaults(
      resource('notice', {
        title: ['公告', 'Notice'],
        access: { scope: ownOrganisation },
        fields,
        life: { approval: approval({ publish: one }, { figures }) },
      } as never) as never,
    )
  expect(of({ ...matter([{ mustRead: [true] }]), fields: { name: true } }, ['name'])).toEqual([])
  expect(of({ ...matter([{ mustRaed: [true] }]), steps: ['publish'] }, ['names'])).toEqual([
    'notice: approval shows names, which is no field',
    'notice: the approval publish asks for mustRaed, which is no field',
    'notice: the approval publish waits for publish, which is no step',
  ])
})
