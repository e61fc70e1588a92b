/** 目录: a tree of folders, each with who may read and who may write in it, from the one above unless it says so itself. */
import { choice, integer, links, reference, text, texts } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { resource } from '#platform/declare/resource.ts'
import { anyOf, self, sharedWithMe } from '#platform/declare/scope.ts'

export const foldersDepthMax = 6

export const grants = {
  above: [1, '同上级目录', 'As the folder above'],
  all: [2, '全体员工', 'Everybody'],
  some: [3, '指定', 'Chosen'],
} as const
const people = { optional: true, max: 200, show: false } as const
const marks = (zh: string, en: string) => texts(zh, en, { computed: true, hidden: true, optional: true, max: 2_000 })

export const folder = resource('folder', {
  type: 'folder',
  title: ['目录', 'Folder'],
  access: { scope: anyOf(sharedWithMe, self('ownerId')), forEverybody: true },
  fields: {
    name: text('目录名称', 'Name', { max: 60, filter: 'contains', sort: true, width: 240 }),
    parentId: reference('上级目录', 'Folder above', 'folder', { optional: true, filter: 'select', width: 160 }),
    ownerId: reference('负责人', 'Owner', 'employee', { set: { onAdd: 'employee' }, filter: 'select', width: 100 }),
    reads: choice('谁能看', 'Readers', grants, { default: 1, as: 'radio', width: 110 }),
    readDepts: links('可看部门（含下级）', 'Departments that read', 'department', people),
    readRoles: links('可看角色', 'Roles that read', 'role', people),
    readPeople: links('可看人员', 'People who read', 'employee', people),
    writes: choice('谁能写', 'Writers', grants, {
      default: 1,
      as: 'radio',
      width: 110,
      help: ['能写的人也能看；负责人和上级目录的负责人总能写', 'Who writes reads too; owners of it and of folders above always write'],
    }),
    writeDepts: links('可写部门（含下级）', 'Departments that write', 'department', people),
    writeRoles: links('可写角色', 'Roles that write', 'role', people),
    writePeople: links('可写人员', 'People who write', 'employee', people),
    sort: integer('顺序', 'Order', { default: 0, min: 0, max: 9_999, sort: true, show: false }),
    depth: integer('层级', 'Level', { computed: true, default: 1, hidden: true }),
    /** what holds here, as marks of `sharedWithMe`: owners of it and above, whoever writes, whoever reads */
    keepers: marks('负责人标记', 'Marks of owners'),
    writers: marks('可写标记', 'Marks of writers'),
    audience: marks('可看标记', 'Marks of readers'),
  },
  list: {
    sort: { field: 'sort', way: 'ASC' },
    shownAs: { tree: true, first: 'tree' },
    empty: ['按部门或用途建目录，说好谁能看、谁能写', 'Folders by department or purpose, with who reads and who writes'],
  },
  record: { label: 'name', tree: 'parentId', recordPage: { head: ['parentId', 'ownerId', 'reads', 'writes'] } },
  storage: { index: [['orgId', 'sort', 'id'], ['parentId'], ['ownerId']] },
})

export const handOver = {
  name: 'handOver',
  title: ['移交', 'Hand over'] as const,
  over: 'row' as const,
  operation: operations.edit,
  input: { newOwner: reference('新负责人', 'New owner', 'employee') },
}
