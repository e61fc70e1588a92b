/** 人事, 办公, 系统 and the back office. */
import { menuModule, subject, named, child, section, setUp, variants } from '#platform/declare/subject.ts'
import { request } from './axes.ts'

export const people = menuModule('people', ['人事', 'People'], 'team', {
  beside: ['dashboards.peopleCentre'],
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
      gear: [
        setUp('performance.performanceYear', ['考核年度、周期和评分标准', 'Years, periods and scores']),
        setUp('performance.performanceGroup', ['考核小组、组员和指标', 'Groups, their members and targets']),
      ],
    }),
    subject('staff', ['组织员工', 'Staff'], 'team', {
      tabs: [
        'people.employee',
        'hr.orgChart',
        'people.department',
        'people.position',
        named('people.company', ['公司主体', 'Companies']),
        'hr.hrHeadcount',
      ],
      gear: [
        setUp('hr.hrGrade', ['P1、M2 这样的职级', 'Grades such as P1 or M2']),
        setUp('hr.hrWorkplace', ['上班的地方、时区和日历', 'Where people work, zones and calendars']),
      ],
      children: [child('people.departmentHistory', 'department')],
    }),
    subject('roster', ['花名册', 'Roster'], 'profile', {
      tabs: [
        'hr.hrFile',
        named('hr.hrLacking', ['待完善与待签', 'To complete, to sign']),
        named('hr.hrTurn', ['本月增减', 'Joined and left']),
        'hr.staffReport',
      ],
      gear: [setUp('hr.hrRoster', ['员工和档案在一张表里导入', 'Employees and files from one sheet'])],
      children: [
        child('hr.hrEducation', 'hrFile', { by: { employeeId: 'employeeId' } }),
        child('hr.hrLanguage', 'hrFile', { by: { employeeId: 'employeeId' } }),
        child('hr.hrExperience', 'hrFile', { by: { employeeId: 'employeeId' } }),
        child('hr.hrFamily', 'hrFile', { by: { employeeId: 'employeeId' } }),
      ],
    }),
    subject('personnelActions', ['人事异动', 'Personnel actions'], 'swap', {
      tabs: ['hr.personnelAction', 'hr.hrAssignment'],
      gear: [setUp('hr.hrJoiner', ['多人入职从一张表里导入', 'Several joiners from one sheet'])],
    }),
    subject('myAffairs', ['我的人事', 'My affairs'], 'user', {
      tabs: [
        'attendance.attendanceClock',
        'attendance.attendanceDay',
        variants('asks', ['申请', 'Requests'], request, {
          balance: 'attendance.myLeave',
          leave: 'attendance.leaveRequest',
          supplement: 'attendance.supplement',
          outing: 'attendance.outing',
          trip: 'attendance.trip',
          overtime: 'attendance.overtimeOrder',
          entitlement: 'attendance.leaveEntitlement',
          month: 'attendance.attendanceMonth',
        }),
        'hr.hrMine',
        'hr.hrFileChange',
        'hr.hrLetter',
        'hr.hrTask',
        'hr.hrReading',
      ],
      children: [child('attendance.leaveEntry', 'leaveEntitlement')],
      gear: [
        setUp('hr.hrLetterTemplate', ['在职、收入、离职证明的文字', 'Texts of the letters']),
        setUp('hr.hrTaskTemplate', ['入职、转正、离职各要办哪些事', 'What is to be done when somebody joins or leaves']),
      ],
    }),
    subject('attendance', ['排班考勤', 'Attendance'], 'clock-circle', {
      tabs: [
        'attendance.rosterDay',
        'attendance.attendanceTeam',
        named('attendance.punch', ['打卡记录', 'Punches']),
        'attendance.devicePerson',
        'attendance.attendanceReport',
        'attendance.leaveUnused',
      ],
      gear: [
        setUp('attendance.attendanceGroup', ['同一套班次和规则的人', 'People with the same shifts and rules']),
        setUp('attendance.attendanceMember', ['谁从哪天起在哪个组', 'Who belongs to which group from when']),
        setUp('attendance.attendanceShift', ['几点上班、几点下班', 'When work begins and ends']),
        setUp('attendance.leaveType', ['年假、事假、病假等', 'Annual, personal, sick leave and others']),
        setUp('attendance.attendanceDevice', ['考勤机和数据截至时间', 'Devices and how far their data reach']),
      ],
      children: [child('attendance.attendanceRule', 'attendanceGroup'), child('attendance.leaveRule', 'leaveType')],
    }),
    subject('labourContracts', ['劳动合同', 'Labour contracts'], 'file-text', {
      tabs: ['hr.labourContract', 'hr.hrAgreement', named('hr.hrPaper', ['员工证件', 'Papers'])],
      gear: [setUp('hr.hrContractSheet', ['已签的合同从一张表里导入', 'Contracts that were signed, from one sheet'])],
    }),
    subject('roles', ['角色权限', 'Roles'], 'safety', {
      tabs: ['people.role', 'people.role-permission'],
      opens: 'people.role-permission',
      gear: [setUp('operations.signInProvider', ['员工用公司的账号登录', 'People sign in by the account of the company'])],
    }),
  ],
})

export const office = menuModule('office', ['办公', 'Office'], 'home', {
  was: ['approval', 'workOrder', 'schedule', 'project', 'contribute', 'culture', 'help'],
  sections: [section('work', ['工作', 'Work']), section('culture', ['文化', 'Culture']), section('helping', ['帮助', 'Help'])],
  subjects: [
    subject('approvals', ['审批', 'Approvals'], 'audit', {
      section: 'work',
      tabs: ['approval.myApprovals', 'approval.approvalStandIn', 'contracts.sealRequest'],
    }),
    subject('workOrders', ['工单', 'Work orders'], 'tool', {
      section: 'work',
      tabs: ['workOrder.workOrderList'],
      gear: [setUp('workOrder.workCatalog', ['工单类型、处理人和要填的字段', 'Types of work orders, who handles them, what is asked'])],
      children: [child('workOrder.workCatalogEmployee', 'workCatalog'), child('workOrder.workCatalogField', 'workCatalog')],
    }),
    subject('contracts', ['合同', 'Contracts'], 'file-text', {
      section: 'work',
      tabs: [
        'contracts.contract',
        'contracts.contractCalendar',
        'contracts.contractPlan',
        'contracts.contractEvent',
        'contracts.contractMonth',
        'contracts.contractStamp',
      ],
      gear: [
        setUp('contracts.contractKind', ['类型、印花税率和收付方向', 'Kinds, stamp duty, which way money goes']),
        setUp('contracts.contractKindField', ['各类合同另外要填的内容', 'What each kind asks for besides']),
      ],
    }),
    subject('certificates', ['证照', 'Certificates'], 'safety', {
      section: 'work',
      tabs: ['contracts.certificate', 'contracts.certificateFee', 'contracts.listingCompliance', 'contracts.borrowRequest'],
      gear: [
        setUp('contracts.certificateKind', ['资质、商标、认证、EPR 等类别', 'Licences, trademarks, certificates, EPR']),
        setUp('contracts.complianceRule', ['哪类商品卖到哪国要什么证照', 'Which category needs what in which country']),
        setUp('contracts.seal', ['印章、种类和保管人', 'Seals, their kinds and keepers']),
      ],
    }),
    subject('policies', ['制度文档', 'Policies and documents'], 'profile', {
      section: 'work',
      tabs: [
        'documents.regulationPublished',
        named('documents.regulationReading', ['待读与确认', 'To confirm']),
        'documents.document',
        named('documents.documentVersion', ['文档版本', 'Versions']),
      ],
      gear: [
        setUp('documents.folder', ['目录、谁能看、谁能写', 'Folders, who reads, who writes']),
        setUp('documents.regulation', ['写制度、审核、看谁没确认', 'Write policies, audit them, see who has not confirmed']),
        setUp('documents.regulationVersion', ['每一版改了什么', 'What each version changed']),
      ],
    }),
    subject('calendar', ['日程', 'Calendar'], 'calendar', { section: 'work', tabs: ['schedule.schedule'] }),
    subject('projects', ['项目', 'Projects'], 'project', {
      section: 'work',
      tabs: ['project.project', 'project.projectPlan', 'project.projectRequire', 'project.projectTask'],
    }),
    subject('mailbox', ['总经理信箱', 'GM mailbox'], 'mail', {
      section: 'work',
      tabs: ['contribute.employee_1', named('contribute.boss_1', ['来信', 'Letters'])],
      opens: 'waiting',
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
        setUp('culture.noticeSetting', ['写公告、定时发布、看阅读情况', 'Write notices, schedule them, see who has read']),
        setUp('culture.newsSetting', ['写新闻、定时发布、撤回', 'Write news, schedule and withdraw it']),
        setUp('culture.chronicleSetting', ['编写公司大事记', 'Write the chronicle']),
        setUp('culture.bbsSection', ['论坛有哪些版块、谁是版主', 'Sections of the forum and their moderators']),
        setUp('culture.bbsTopicManage', ['置顶、精华、关闭帖子', 'Pin, feature and close topics']),
        setUp('culture.bbsReport', ['处理被举报的帖子和回复', 'Handle topics and replies that were reported']),
        setUp(
          'culture.cultureAnalysis',
          ['公司动态各页的访问人数和次数', 'How many people open the pages of company news'],
          ['访问分析', 'Visits'],
        ),
        setUp('culture.sealedOpening', ['两人同意后查看匿名作者', 'See an anonymous author after two people agree']),
      ],
      gearTitle: ['管理', 'Manage'],
    }),
    subject('points', ['积分商城', 'Points shop'], 'gift', {
      section: 'culture',
      tabs: ['culture.cultureGifts', 'culture.culturePoints', 'culture.cultureRank', 'culture.memberLevelShow'],
      gear: [
        setUp('culture.culturalExchangeHistory', ['礼品兑换单：发放、取消', 'Exchanges of gifts: hand out, cancel']),
        setUp('culture.culturalGift', ['礼品、所需积分和上下架', 'Gifts, their points, shown or not']),
        setUp('culture.giftStock', ['礼品入库、出库和余量', 'Gifts in, out and left']),
        setUp('culture.culturalPoint', ['每个人积分的增减明细', 'What each person gained and spent']),
        setUp('culture.culturalRule', ['做什么得多少积分', 'How many points an act gives']),
        setUp('culture.culturalLevel', ['会员等级和所需积分', 'Member levels and the points they need'], ['等级设置', 'Level settings']),
      ],
      gearTitle: ['管理', 'Manage'],
    }),
    subject('books', ['图书', 'Books'], 'book', {
      section: 'culture',
      tabs: [named('culture.publicBooks', ['借书', 'Borrow books']), 'culture.myBorrowing', 'culture.readingRankings'],
      gear: [
        setUp('culture.bookOutRecord', ['全部借阅：发书、还书、催还', 'All loans: hand out, return, remind']),
        setUp('culture.bookDelay', ['同意或退回延期申请', 'Accept or refuse longer loans']),
        setUp('culture.cultureBook', ['图书、册数和位置', 'Books, copies and where they stand']),
        setUp('culture.cultureBookSetting', ['借多少本、借多久、延期几次', 'How many, how long, how often extended']),
      ],
      gearTitle: ['管理', 'Manage'],
    }),
    subject('activities', ['活动', 'Activities'], 'team', {
      section: 'culture',
      tabs: ['culture.activityList', named('culture.cultureExpense', ['活动费用', 'Activity costs'])],
      gear: [
        setUp('culture.cultureActivity', ['发起活动、报名、签到', 'Set up activities, sign-up and attendance']),
        setUp('culture.cultureBudget', ['各部门活动费用的年度预算', 'Yearly budget of each department']),
        setUp('culture.cultureExpenseReport', ['按部门、类型汇总活动费用', 'Activity costs by department and kind']),
        setUp('culture.cultureDictionary', ['活动类型和费用类型', 'Kinds of activities and costs']),
      ],
      gearTitle: ['管理', 'Manage'],
      children: [child('culture.activitySignUp', 'cultureActivity')],
    }),
    subject('help', ['帮助中心', 'Help centre'], 'question', {
      section: 'helping',
      tabs: [named('help.help-menu-list', ['帮助', 'Help']), 'help.help-qa', named('help.qaForm', ['我的提问', 'My questions'])],
      gear: [
        setUp('help.helpArticle', ['编写、审核、发布帮助文章', 'Write, audit and publish articles']),
        setUp('help.helpType', ['帮助文章的目录', 'The tree of help articles'], ['帮助分类', 'Help categories']),
        setUp('help.qaList', ['常见问答的编写和发布', 'Write and publish questions and answers']),
        setUp('help.qaType', ['问答的目录', 'The tree of questions'], ['问答分类', 'Q&A categories']),
        setUp('help.helpSynonym', ['搜索时视为相同的词', 'Words that the search takes as one']),
        setUp(
          'help.helpSearchWord',
          ['大家搜了什么、有没有找到', 'What people look for, and whether they find it'],
          ['搜索热词', 'Searched words'],
        ),
      ],
      gearTitle: ['管理', 'Manage'],
    }),
  ],
})

export const system = menuModule('operations', ['系统', 'System'], 'tool', {
  beside: ['dashboards.itCentre'],
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
    subject('connections', ['平台对接', 'Marketplaces'], 'import', {
      tabs: ['operations.shopConnection', 'operations.syncWindow', 'operations.syncCall'],
      gear: [setUp('operations.marketplaceApp', ['在平台登记的应用和密钥', 'Applications and their secrets'])],
      children: [child('operations.connectionShop', 'shopConnection'), child('operations.syncPlan', 'shopConnection')],
    }),
    subject('openInterface', ['开放接口', 'Interfaces'], 'cluster', {
      tabs: ['operations.apiKey', 'operations.webhookEndpoint', 'operations.webhookDelivery'],
      gear: [setUp('operations.technicalAccount', ['其他系统的账号和角色', 'Accounts of other programs and their roles'])],
    }),
    subject('queries', ['数据查询', 'Queries'], 'table', { tabs: ['operations.generateSqlPage', 'operations.generateSql'] }),
    subject('dictionaries', ['字典与国家', 'Dictionaries'], 'global', {
      tabs: ['reference.dictionary', 'reference.country'],
      gear: [
        setUp(
          'reference.countryOwn',
          ['本组织对国家的叫法', 'What this organisation calls the countries'],
          ['国家别名', 'Country aliases'],
        ),
      ],
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
      gear: [
        setUp('admin.noticeChannel', ['企业微信、钉钉、飞书机器人的地址', 'Addresses of chat robots']),
        setUp('admin.noticeTemplate', ['各类通知的标题和正文', 'Title and text of each notice']),
        setUp('admin.noticeKind', ['哪类通知发给谁、走哪个渠道', 'Who gets which notice, and how']),
      ],
    }),
    subject('audit', ['操作记录', 'Audit trail'], 'profile', { tabs: ['admin.auditEntry'] }),
    subject('settings', ['系统设置', 'Settings'], 'setting', {
      tabs: ['admin.sys-config', 'admin.timed-work', 'admin.workDay', 'admin.workHours'],
    }),
  ],
})
