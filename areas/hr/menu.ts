/** 人事: files, assignments, actions, contracts of people. */
import { operations } from '#platform/declare/operations.ts'
import { group, listPage, module, page, reportPage, type Module } from '#platform/declare/page.ts'
import { personnelAction } from './action-tables.ts'
import { hrAssignment } from './assignment-tables.ts'
import { hrAgreement, labourContract } from './contract-tables.ts'
import { staffReport } from './figures.ts'
import { hrEducation, hrExperience, hrFamily, hrFile, hrLanguage, hrPaper } from './file-tables.ts'
import { hrJoiner } from './joiners.ts'
import { hrLetter, hrLetterTemplate } from './letter-tables.ts'
import { hrFileChange, hrMine, hrReading } from './own-tables.ts'
import { hrGrade, hrHeadcount, hrWorkplace } from './place-tables.ts'
import { hrContractSheet, hrLacking, hrRoster, hrTurn } from './roster-tables.ts'
import { hrTask, hrTaskTemplate } from './task-tables.ts'

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
        listPage(hrLanguage, '/hr/language', { title: ['语言能力', 'Languages'] }),
        listPage(hrExperience, '/hr/experience', { title: ['工作经历', 'Experience'] }),
        listPage(hrFamily, '/hr/family', { title: ['家庭成员', 'Family'] }),
        listPage(hrLacking, '/hr/lacking', { title: ['待完善与待签', 'To complete, to sign'] }),
        listPage(hrTurn, '/hr/turn', { title: ['本月增减', 'Joined and left'] }),
        listPage(hrRoster, '/hr/roster', { title: ['花名册导入', 'Roster import'] }),
        listPage(hrFileChange, '/hr/file-change', { title: ['资料变更', 'Changes of files'], everybody: true }),
        page({
          path: '/hr/chart',
          name: 'orgChart',
          title: ['组织架构图', 'Organisation chart'],
          component: 'hr/chart',
          permission: 'orgChart',
          operations: [operations.view],
        }),
        reportPage(staffReport, { path: '/hr/staff-report', title: ['人员分析', 'People report'], everyDays: 1 }),
        listPage(hrHeadcount, '/hr/headcount', { title: ['编制', 'Headcount'] }),
        listPage(hrGrade, '/hr/grade', { title: ['职级', 'Grades'] }),
        listPage(hrWorkplace, '/hr/workplace', { title: ['工作地点', 'Workplaces'] }),
      ],
      'team',
    ),
    group(
      'actions',
      ['人事异动', 'Personnel actions'],
      [
        listPage(personnelAction, '/hr/action', { title: ['异动', 'Actions'] }),
        listPage(hrJoiner, '/hr/joiner', { title: ['入职名单', 'Sheet of joiners'] }),
        listPage(hrTask, '/hr/task', { title: ['入离职清单', 'Checklists'], everybody: true }),
        listPage(hrTaskTemplate, '/hr/task-template', { title: ['清单模板', 'Checklist template'] }),
      ],
      'audit',
    ),
    group(
      'own',
      ['我的人事', 'My affairs'],
      [
        listPage(hrMine, '/hr/mine', { title: ['我的档案', 'My file'], everybody: true }),
        listPage(hrLetter, '/hr/letter', { title: ['证明', 'Letters'], everybody: true }),
        listPage(hrLetterTemplate, '/hr/letter-template', { title: ['证明模板', 'Letter templates'] }),
        listPage(hrReading, '/hr/reading', { title: ['谁看过', 'Who looked'], everybody: true }),
      ],
      'user',
    ),
    group(
      'contracts',
      ['劳动合同', 'Labour contracts'],
      [
        listPage(labourContract, '/hr/contract', { title: ['合同', 'Contracts'] }),
        listPage(hrContractSheet, '/hr/contract-sheet', { title: ['劳动合同导入', 'Contract import'] }),
        listPage(hrAgreement, '/hr/agreement', { title: ['协议', 'Agreements'] }),
      ],
      'file',
    ),
  ]),
]
