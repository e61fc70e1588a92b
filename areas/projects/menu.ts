/** IT项目: whoever takes part in a project works with it; to begin one is granted. */
import { operations } from '#platform/declare/operations.ts'
import { group, module, page, type Module, type Page } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'

const { add, view, edit, remove, export: exporting } = operations

const listed = (type: string, title: Title): Page =>
  page({
    path: `/project/${type}`,
    name: type,
    title,
    component: `list/${type}`,
    permission: 'project',
    everybody: true,
    operations: [add, view, edit, remove, exporting],
  })

export const projectModules: readonly Module[] = [
  module('project', ['IT项目', 'IT projects'], 'project', [
    group(
      'projects',
      ['项目管理', 'Projects'],
      [
        listed('project', ['项目', 'Projects']),
        listed('projectPlan', ['计划与版本', 'Plans and versions']),
        listed('projectRequire', ['需求', 'Requirements']),
        listed('projectTask', ['任务', 'Tasks']),
      ],
      'project',
    ),
  ]),
]
