/** 人事: files, assignments, actions, contracts of people. */
import { group, listPage, module, type Module } from '#platform/declare/page.ts'
import { personnelAction } from './action-tables.ts'
import { hrAssignment } from './assignment-tables.ts'
import { hrAgreement, labourContract } from './contract-tables.ts'
import { hrEducation, hrFamily, hrFile, hrPaper } from './file-tables.ts'
import { hrGrade, hrHeadcount, hrWorkplace } from './place-tables.ts'

export const hrModules: readonly Module[] = [
  module('hr', ['人事', 'People'], 'team', [
    group(
      'files',
      ['员工档案', 'Files'],
      [
        listPage(hrFile, '/hr/file', { title: ['花名册', 'Roster'] }),
        listPage(hrAssignment, '/hr/assignment', { title: ['任职', 'Assignments'] }),
        listPage(hrPaper, '/hr/paper', { title: ['证件', 'Papers'] }),
        listPage(hrEducation, '/hr/education', { title: ['教育经历', 'Education'] }),
        listPage(hrFamily, '/hr/family', { title: ['家庭成员', 'Family'] }),
        listPage(hrHeadcount, '/hr/headcount', { title: ['编制', 'Headcount'] }),
        listPage(hrGrade, '/hr/grade', { title: ['职级', 'Grades'] }),
        listPage(hrWorkplace, '/hr/workplace', { title: ['工作地点', 'Workplaces'] }),
      ],
      'team',
    ),
    group('actions', ['人事异动', 'Personnel actions'], [listPage(personnelAction, '/hr/action', { title: ['异动', 'Actions'] })], 'audit'),
    group(
      'contracts',
      ['劳动合同', 'Labour contracts'],
      [
        listPage(labourContract, '/hr/contract', { title: ['合同', 'Contracts'] }),
        listPage(hrAgreement, '/hr/agreement', { title: ['协议', 'Agreements'] }),
      ],
      'file',
    ),
  ]),
]
