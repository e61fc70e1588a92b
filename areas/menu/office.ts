/** 人事, 办公, 系统 and the back office. */
import { menuModule, subject, named, child, section } from '#platform/declare/subject.ts'

export const people = menuModule('people', ['人事', 'People'], 'team', {
  was: ['performance'],
  subjects: [
    subject('performance', ['绩效', 'Performance'], 'line-chart', {
      tabs: [
        'performance.performanceMine',
        'performance.performanceReports',
        'performance.performance',
        'performance.performanceGroupAmount',
        'performance.performanceAdjustment',
        named('performance.performanceRanking', ['绩效排行', 'Rankings']),
      ],
      gear: ['performance.performanceYear', 'performance.performanceGroup'],
    }),
    subject('staff', ['组织员工', 'Staff'], 'team', {
      tabs: ['people.employee', 'people.department', 'people.position', named('people.company', ['公司主体', 'Companies'])],
      children: [child('people.departmentHistory', 'department')],
    }),
    subject('roles', ['角色权限', 'Roles'], 'safety', { tabs: ['people.role', 'people.role-permission'] }),
  ],
})

export const office = menuModule('office', ['办公', 'Office'], 'home', {
  was: ['approval', 'workOrder', 'schedule', 'project', 'contribute', 'culture', 'help'],
  sections: [section('work', ['工作', 'Work']), section('culture', ['文化', 'Culture']), section('helping', ['帮助', 'Help'])],
  subjects: [
    subject('approvals', ['审批', 'Approvals'], 'audit', { section: 'work', tabs: ['approval.myApprovals', 'approval.approvalStandIn'] }),
    subject('workOrders', ['工单', 'Work orders'], 'tool', {
      section: 'work',
      tabs: ['workOrder.workOrderList'],
      gear: ['workOrder.workCatalog'],
      children: [child('workOrder.workCatalogEmployee', 'workCatalog'), child('workOrder.workCatalogField', 'workCatalog')],
    }),
    subject('calendar', ['日程', 'Calendar'], 'calendar', { section: 'work', tabs: ['schedule.schedule'] }),
    subject('projects', ['项目', 'Projects'], 'project', {
      section: 'work',
      tabs: ['project.project', 'project.projectPlan', 'project.projectRequire', 'project.projectTask'],
    }),
    subject('mailbox', ['总经理信箱', 'GM mailbox'], 'mail', {
      section: 'work',
      tabs: ['contribute.employee_1', named('contribute.boss_1', ['来信', 'Letters'])],
    }),
    subject('news', ['公司动态', 'Company news'], 'home', {
      section: 'culture',
      tabs: [
        named('culture.cultureHome', ['首页', 'Start']),
        named('culture.notificationList', ['公告', 'Notices']),
        named('culture.newsList', ['新闻', 'News']),
        named('culture.bbsList', ['论坛', 'Forum']),
        'culture.chronicleList',
      ],
      gear: [
        'culture.noticeSetting',
        'culture.newsSetting',
        'culture.chronicleSetting',
        'culture.bbsSection',
        'culture.bbsTopicManage',
        'culture.bbsReport',
        named('culture.cultureAnalysis', ['访问分析', 'Visits']),
        'culture.sealedOpening',
      ],
      gearTitle: ['管理', 'Manage'],
    }),
    subject('points', ['积分商城', 'Points shop'], 'gift', {
      section: 'culture',
      tabs: ['culture.cultureGifts', 'culture.culturePoints', 'culture.cultureRank', 'culture.memberLevelShow'],
      gear: [
        'culture.culturalExchangeHistory',
        'culture.culturalGift',
        'culture.giftStock',
        'culture.culturalPoint',
        'culture.culturalRule',
        named('culture.culturalLevel', ['等级设置', 'Level settings']),
      ],
      gearTitle: ['管理', 'Manage'],
    }),
    subject('books', ['图书', 'Books'], 'book', {
      section: 'culture',
      tabs: [named('culture.publicBooks', ['借书', 'Borrow books']), 'culture.myBorrowing', 'culture.readingRankings'],
      gear: ['culture.bookOutRecord', 'culture.bookDelay', 'culture.cultureBook', 'culture.cultureBookSetting'],
      gearTitle: ['管理', 'Manage'],
    }),
    subject('activities', ['活动', 'Activities'], 'team', {
      section: 'culture',
      tabs: ['culture.activityList', named('culture.cultureExpense', ['活动费用', 'Activity costs'])],
      gear: ['culture.cultureActivity', 'culture.cultureBudget', 'culture.cultureExpenseReport', 'culture.cultureDictionary'],
      gearTitle: ['管理', 'Manage'],
      children: [child('culture.activitySignUp', 'cultureActivity')],
    }),
    subject('help', ['帮助中心', 'Help centre'], 'question', {
      section: 'helping',
      tabs: [named('help.help-menu-list', ['帮助', 'Help']), 'help.help-qa', named('help.qaForm', ['我的提问', 'My questions'])],
      gear: [
        'help.helpArticle',
        named('help.helpType', ['帮助分类', 'Help categories']),
        'help.qaList',
        named('help.qaType', ['问答分类', 'Q&A categories']),
        'help.helpSynonym',
        named('help.helpSearchWord', ['搜索热词', 'Searched words']),
      ],
      gearTitle: ['管理', 'Manage'],
    }),
  ],
})

export const system = menuModule('operations', ['系统', 'System'], 'tool', {
  subjects: [
    subject('monitor', ['系统监控', 'Monitoring'], 'fund', {
      tabs: [
        'operations.health',
        'operations.healthAlert',
        named('operations.usage', ['使用统计', 'Usage']),
        'operations.freshness',
        named('operations.monitorLate', ['更新逾期记录', 'Late data'], ['数据逾期记录', 'Late data']),
      ],
    }),
    subject('queries', ['数据查询', 'Queries'], 'table', { tabs: ['operations.generateSqlPage', 'operations.generateSql'] }),
    subject('dictionaries', ['字典与国家', 'Dictionaries'], 'global', {
      tabs: ['reference.dictionary', 'reference.country'],
      gear: [named('reference.countryOwn', ['国家别名', 'Country aliases'])],
      children: [child('reference.dictionaryItem', 'dictionary')],
    }),
  ],
})

export const administration = menuModule('admin', ['系统管理', 'Administration'], 'setting', {
  backOffice: true,
  subjects: [
    subject('menus', ['菜单配置', 'Menus'], 'appstore', { tabs: ['admin.sys-menu'] }),
    subject('organisations', ['组织', 'Organisations'], 'cluster', {
      tabs: ['admin.organisation', 'admin.department-tree'],
      again: {
        'admin.company': 'people.company',
        'admin.department': 'people.department',
        'admin.departmentHistory': 'people.departmentHistory',
        'admin.position': 'people.position',
        'admin.employee': 'people.employee',
      },
    }),
    subject('rights', ['权限', 'Rights'], 'safety', {
      tabs: ['admin.user-permission', 'admin.operation-permission'],
      again: { 'admin.role': 'people.role', 'admin.role-permission': 'people.role-permission' },
    }),
    subject('flows', ['审批流程', 'Approval flows'], 'audit', { tabs: ['admin.workflowSetting'] }),
    subject('messages', ['通知', 'Messages'], 'mail', {
      tabs: ['admin.outbox', 'admin.noticeDelivery'],
      gear: ['admin.noticeChannel', 'admin.noticeTemplate', 'admin.noticeKind'],
    }),
    subject('audit', ['操作记录', 'Audit trail'], 'profile', { tabs: ['admin.auditEntry'] }),
    subject('settings', ['系统设置', 'Settings'], 'setting', {
      tabs: ['admin.sys-config', 'admin.timed-work', 'admin.workDay', 'admin.workHours'],
    }),
  ],
})
