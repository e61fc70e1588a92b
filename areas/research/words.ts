/** What projects, samples, checks and changes have in common. Pure values. */
import { reference } from '#platform/declare/fields.ts'

export const gates = {
  idea: [1, '立项', 'Idea', 'quiet'],
  design: [2, '设计', 'Design', 'info'],
  prototype: [3, '打样', 'Prototype', 'info'],
  test: [4, '测试', 'Test', 'info'],
  certification: [5, '认证', 'Certification', 'info'],
  pilot: [6, '试产', 'Pilot run', 'warn'],
  production: [7, '量产', 'Production', 'good'],
} as const
export type Gate = keyof typeof gates
export const gateNames = Object.keys(gates) as readonly Gate[]

export const researchRights = {
  cost: { operation: 101, title: ['查看研发成本', 'See costs of research'] },
  release: { operation: 106, title: ['发布变更', 'Release changes'] },
} as const

export const shown = { computed: true, optional: true } as const
export const chosen = { optional: true, filter: 'select' } as const
export const project = (more: object = {}) => reference('研发项目', 'Project', 'rd_project', { filter: 'select', width: 160, ...more })
export const staff = (zh: string, en: string, more: object = {}) =>
  reference(zh, en, 'employee', { filter: 'select', choosableWhere: { status: 1 }, width: 100, ...more })
