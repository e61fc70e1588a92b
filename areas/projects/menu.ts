/** IT项目: whoever takes part in a project works with it; to begin one is granted. */
import { group, listPage, module, type Module, type Page, type Listed } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'
import { projectPlan } from './plans.ts'
import { project } from './projects.ts'
import { projectRequirement } from './requirements.ts'
import { projectTask } from './tasks.ts'

const listed = (of: Listed, title: Title): Page => listPage(of, `/project/${of.type ?? ''}`, { title, everybody: true })

export const projectModules: readonly Module[] = [
  module('project', ['IT项目', 'IT projects'], 'project', [
    group(
      'projects',
      ['项目管理', 'Projects'],
      [
        listed(project, ['项目', 'Projects']),
        listed(projectPlan, ['计划与版本', 'Plans and versions']),
        listed(projectRequirement, ['需求', 'Requirements']),
        listed(projectTask, ['任务', 'Tasks']),
      ],
      'project',
    ),
  ]),
]
