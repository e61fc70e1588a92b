/**
 * Sections 5, 8 and 9 of the shell's document as one table: each quoted sentence, size and limit, and the folder whose code has it. What
 * moves within its folder stays found; what is lost, or moved to another part of the product, is named. What a pure function says is asked
 * of the function. Pixels on screen: test/e2e/measures.e2e.ts; sentences of the other sections: messages.test.ts.
 */
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gradeOf } from '#areas/performance/score.ts'
import { dictionarySeed } from '#areas/reference/dictionary-seed.ts'
import { expiryCode } from '#platform/format/contract-expiry.ts'
import { DATE_SHORTCUTS, RELATIVE_CONDITIONS } from '#platform/format/date-ranges.ts'
import { parseDate } from '#platform/format/dates.ts'
import { identityFacts } from '#platform/format/identity.ts'
import { showMoney } from '#platform/format/money.ts'
import { showFileSize, withThousands } from '#platform/format/numbers.ts'
import { passwordScore, passwordStrength } from '#platform/format/password-strength.ts'
import { imagesMax, pictureBytesMax } from '#platform/format/picture-limits.ts'
import { defaultSettings, pinnedModulesMax, primaryColours } from '#platform/format/shell-settings.ts'
import { textWidth } from '#platform/format/text.ts'
import { isWorkingDay, usualHours } from '#platform/format/working-time.ts'
import { MONTHS, fullYears, longYears, shortYears } from '#platform/format/years.ts'

const root = join(import.meta.dirname, '../..')

/** Code and styles below a folder, or of one file; no tests, no texts of the other language, nothing of the gallery. */
function codeOf(place: string): string {
  const path = join(root, place)
  const names = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map(name => join(path, name))
    : [path]
  return names
    .filter(name => /\.(?:tsx?|css)$/.test(name) && !/\.test\.tsx?$|(?:en-US|-en)\.ts$|[\\/]gallery[\\/]/.test(name))
    .map(name => readFileSync(name, 'utf8'))
    .join('\n')
}
const read = new Map<string, string>()
const codeIn = (place: string): string => {
  const code = read.get(place) ?? codeOf(place)
  read.set(place, code)
  return code
}
const stands = (place: string, what: string | RegExp): boolean =>
  typeof what === 'string' ? ["'", '"', '`'].some(mark => codeIn(place).includes(`${mark}${what}${mark}`)) : what.test(codeIn(place))

/** Section, folder, and the whole literal that a person reads there. */
const sentences: readonly (readonly [section: string, place: string, sentence: string])[] = [
  ['5 filter conditions: one more than there are fields', 'platform/web/schemes', '条件数量不能超过字段数量！'],
  ['5 filter conditions: delete', 'platform/web/schemes', '请先选择一个条件'],
  ['5 filter conditions: insert', 'platform/web/schemes', '请先选择一行'],
  ['5 column mover: first', 'platform/web/schemes', '已经到达第一行！'],
  ['5 column mover: last', 'platform/web/schemes', '已经到达最后一行！'],
  ['5 column mover: nothing selected', 'platform/web/schemes', '请选择要移动的行！'],
  ['5 column mover: order, last', 'platform/web/schemes', '已经是最后一个了'],
  ['5 column mover: order, first', 'platform/web/schemes', '已经是第一个了'],
  ['5 filter schemes: name', 'platform/web/schemes', '方案名称不能为空'],
  ['5 filter schemes: nothing selected', 'platform/web/schemes', '请至少选择一个方案'],
  ['5 filter schemes: reset', 'platform/web/schemes', '确定要重置【{name}】该方案吗'],
  ['5 filter schemes: delete', 'platform/web/schemes', '确定要删除【{name}】该方案吗'],
  ['5 filter schemes: the column that is none', 'platform/server/profiles', '物流单号'],
  ['5 search and filter bar: no field', 'platform/web/list', '请先选择查询条件！'],
  ['5 search and filter bar: tab without a name', 'platform/web/list', '标签名称不能为空'],
  ['5 search and filter bar: a tab is deleted', 'platform/web/list', '确定要删除吗？'],
  ['5 passwords: old', 'platform/web/shell/login', '请输入原密码'],
  ['5 passwords: length of the old', 'platform/web/shell/login', '请输入6-10位的原密码'],
  ['5 passwords: new', 'platform/web/shell/login', '请输入新密码'],
  ['5 passwords: another', 'platform/web/shell/login', '请输入与原密码不同的6-10位密码'],
  ['5 passwords: length of the new', 'platform/web/shell/login', '请输入6-10位的新密码'],
  ['5 registration: the two must match', 'platform/web/shell/login', '两次输入的密码不一致'],
  ['5 registration: strong', 'platform/web/shell/login', '强度：强'],
  ['5 registration: medium', 'platform/web/shell/login', '强度：中'],
  ['5 registration: low', 'platform/web/shell/login', '强度：低'],
  ['5 registration: too short', 'platform/web/shell/login', '强度：太短'],
  ['5 registration: account name or email', 'platform/web/shell/login', '请输入账号名或邮箱'],
  ['5 registration: form of the email', 'platform/web/shell/login', '邮箱格式不正确，例如 name@example.com'],
  ['5 registration: password', 'platform/web/shell/login', '请输入密码'],
  ['5 registration: 6 to 10 characters advised', 'platform/web/shell/login', '请输入6-10位的密码'],
  ['5 registration: phone', 'platform/web/shell/login', '请输入手机号'],
  ['5 registration: a phone that is none', 'platform/web/shell/login', '手机格式不正确，例如 13800001001'],
  ['5 registration: verification code', 'platform/web/shell/account', '请输入验证码'],
  ['5 registration: the same at the server', 'areas/admin/account', '请输入验证码'],
  ['5 column mover: the row to move to is in range', 'platform/web/schemes', '请输入 1 到 {max} 的行号'],
  ['5 batch delete: a year', 'platform/web/batch', '请选择年份'],
  ['5 batch delete: a date range', 'platform/web/batch', '请选择日期范围'],
  ['5 pinned menu', 'platform/web/page', '顶部菜单最多只能放5个哦！请删除一些再操作！'],
  ['5 pinned menu, at the server', 'areas/admin', '顶部菜单最多只能放5个哦！请删除一些再操作！'],
  ['5 uploads: date', 'platform/web/upload', '日期不能为空'],
  ['5 uploads: no attachment', 'platform/web/upload', '请至少上传一个附件'],
  ['5 uploads: size of a cropped picture', 'platform/web/image', '图片大小不能超过2M'],
  ['5 uploads: type of a cropped picture', 'platform/web/image', '图片类型要求：jpeg、jpg、png'],
  ['5 uploads: the same at the server', 'platform/server/files', '图片大小不能超过2M'],
  ['5 uploads: picture of a rich text', 'platform/web/rich-text', '图片大小不能超过 1MB'],
  ['5 uploads: the same at the server', 'platform/server/files', '图片大小不能超过 1MB'],
  ['5 other: export without rows, list', 'platform/web/list', '没有数据，无法导出'],
  ['5 other: export without rows, report', 'platform/web/report', '没有数据，无法导出'],
  ['5 other: export without rows, server', 'platform/server/exports', '没有数据，无法导出'],
  ['8 401 and 1001', 'platform/web/api', '已过期，请重新登录'],
  ['8 401 and 1001 at the server', 'platform/server/calls', '已过期，请重新登录'],
  ['8 500', 'platform/web/api', '服务器内部错误'],
  ['8 500 at the server', 'platform/server/calls', '服务器内部错误'],
  ['8 organisation list', 'platform/web/shell/layout', '获取组织失败！'],
  ['8 last tab', 'platform/web/shell/tabs', '这是最后一个标签了, 无法被关闭'],
  ['8 no tab at the left', 'platform/web/shell/tabs', '左侧没有标签'],
  ['8 no tab at the right', 'platform/web/shell/tabs', '右侧没有标签'],
  ['8 script or style', 'platform/web/shell', '页面资源加载失败'],
  ['8 copied', 'platform/web/grid', '复制成功!'],
  ['8 exported', 'platform/web/api/export-file.ts', '导出成功'],
  ['8 user info', 'platform/web/shell', '请求用户信息失败，请重试'],
  ['8 audit info', 'platform/web/approval', '审批信息加载失败'],
  ['8 login: wrong account or password', 'areas/admin/attempt.ts', '账号或密码不正确'],
  ['8 login: verification code', 'areas/admin/sign-in.ts', '请输入验证码'],
  ['8 program parts: chunk', 'platform/web/page', 'Loading chunk failed'],
  ['8 page 403', 'platform/web/page', '没有访问权限'],
  ['8 page 404', 'platform/web/page', '页面不存在'],
  ['8 page 500', 'platform/web/page', '页面出错'],
  ['9 total of a list', 'platform/web/values', '共 {count} 条'],
]
test.each(sentences)('%s: %s says %s', (_section, place, sentence) => expect(stands(place, sentence)).toBe(true))

/** Section, folder, and what its code must hold: a size in pixels, a time in milliseconds, a limit. */
const limits: readonly (readonly [section: string, place: string, pattern: RegExp])[] = [
  ['5 filter conditions: relative ones hide the value', 'platform/web/table', /withoutValue[^\n]+RELATIVE_CONDITIONS/],
  ['5 batch delete: whose, where the list has one', 'platform/web/batch', /name=\{by\.field\} label=\{by\.title\} required/],
  ['5 search bar: strings are trimmed, empty ones are none', 'platform/web/list', /text\.trim\(\) === '' \? \[\] : \[text\.trim\(\)\]/],
  [
    '5 uploads: year, date and select are required',
    'platform/web/upload',
    /title\} required=[\s\S]+t\('日期'\)\} required[\s\S]+t\('年月'\)\} required/,
  ],
  ['5 uploads: an inline picture that is none of ours goes', 'platform/web/rich-text', /isOurs\(element\)\)\) element\.remove\(\)/],
  ['5 passwords: 6 to 10 characters', 'platform/web/shell/login', /lengthMin = 6\b[\s\S]{0,40}lengthMax = 10\b/],
  ['5 formats of dates', 'platform/format/dates.ts', /'YYYY-MM-DD' \| 'MM\/DD\/YYYY' \| 'DD\/MM\/YYYY'/],
  ['8 toast of an expired session once a second', 'platform/web/api', /toastEveryMs = 1_?000\b/],
  ['8 10101 is an answer to wait for', 'platform/web/api', /notUploadedYet: 10101\b/],
  ['8 10101 at the server', 'platform/server/files', /new Refusal\(10101, 200/],
  ['8 audit info: what the server says is the tip', 'platform/web/approval', /error\.msg : t\('审批信息加载失败'\)/],
  ['9 chunk load timeout', 'platform/web/page', /= 120_000\b/],
  ['9 page sizes', 'platform/web/values', /pageSizes = \[10, 20, 30, 40, 50\]/],
  ['9 default page size', 'platform/web/values', /pageSize: pageSizes\[0\]/],
  ['9 quick jumper', 'platform/web/table', /showQuickJumper/],
  ['9 message count poll', 'platform/web/realtime', /pollMs = 60_000\b/],
  ['9 filter debounce', 'platform/web/list', /filterDelayMs = 800\b/],
  ['9 search box debounce', 'platform/web/list', /searchDelayMs = 500\b/],
  ['9 password change redirect', 'platform/web/shell/login', /signOutAfterMs = 1_?000\b/],
  ['9 organisation switch reload', 'platform/web/shell/layout', /reloadAfterMs = 100\b/],
  ['9 transitions', 'platform/web/shell', /zg-page-in 500ms/],
  ['9 text edit dialog: a line below 30', 'platform/web/widgets', /lineMax = 30\b/],
  ['9 text edit dialog: 4 to 6 rows', 'platform/web/widgets', /minRows: 4, maxRows: 6/],
  ['9 side menu 256', 'platform/web/shell', /width: 256px/],
  ['9 side menu collapsed 80', 'platform/web/shell', /width: 80px/],
  ['9 table height', 'platform/web/table/list.css', /calc\(100(?:d?vh) - 280px/],
  ['9 views of a list as high as its table', 'platform/web/views', /calc\(100(?:d?vh) - 280px/],
  ['9 editor: height', 'platform/web/rich-text', /650px/],
  ['9 editor: font sizes', 'platform/web/rich-text', /fontSizes = \[12, [\d, ]+, 36\]/],
  ['9 cropper: 154', 'platform/web/image', /sideDefault = 154\b/],
  ['9 cropper: zoom and rotate', 'platform/web/image', /onZoomChange[\s\S]+onRotationChange/],
  ['9 cropper: longest side', 'platform/web/image', /sideMax = 3_?000\b/],
  ['9 cropper: compression may be skipped', 'platform/web/image', /跳过压缩|不压缩|压缩/],
  ['9 QR poll', 'platform/web/files', /pollMs = 1_?000\b/],
  ['9 QR code: size and correction', 'platform/web/files', /180[\s\S]+errorLevel="H"|errorLevel="H"[\s\S]+180/],
  ['9 QR link: the site itself', 'platform/web/files', /window\.location\.origin/],
  ['2 scheme dialog', 'platform/web/schemes', /dialogWidth = 1_?500\b/],
  ['2 upload dialog', 'platform/web/upload', /dialogWidth = 600\b/],
  ['2 scan-to-upload dialog', 'platform/web/files', /dialogWidth = 500\b/],
  ['9 tabs: 8 characters', 'platform/web/shell/tabs', /titleLengthMax = 8\b|titleWidthMax = 16\b/],
  ['9 unread popup: until closed, bottom right', 'platform/web/notice', /className="zg-unread-bar"[\s\S]*reminders\.close\(one\.key\)/],
  ['9 form dates', 'platform/web/form', /date: 'YYYY-MM-DD', month: 'YYYY-MM', dateTime: 'YYYY-MM-DD HH:mm:ss'/],
  ['9 monitor: green and red', 'platform/web/widgets', /isWarning \? 'error' : 'success'/],
  ['9 default language', 'platform/web/i18n', /\? 'en-US' : 'zh-CN'/],
  ['9 design change is 1', 'areas/work-orders', /designChange = 1\b/],
  ['9 what routes are used: 101 to 116', 'areas/culture', /routeUse: 101,[\s\S]*routeUse: 102,|routeUse: 102,[\s\S]*routeUse: 101,/],
  ['9 activation by e-mail within 24 hours', 'areas/admin/account', /24 \* (?:3_600_000|60 \* 60)|hours: 24/],
]
test.each(limits)('%s: %s', (_section, place, pattern) => expect(stands(place, pattern)).toBe(true))

const codes = ['2026-12-20', '2027-01-20', '2027-02-20', '2026-11-21'].map(day => expiryCode(day, '2026-11-22'))
/** Section, what a pure function answers, and what the specification says. */
const values: readonly (readonly [section: string, is: unknown, should: unknown])[] = [
  ['5 uploads: at most 8 pictures', imagesMax, 8],
  ['5 uploads: 2 MB', pictureBytesMax.IMAGE, 2 * 1_048_576],
  ['5 uploads: 1 MB, 9 editor: 1024 KB', pictureBytesMax.HTML_IMAGE, 1024 * 1024],
  ['5 pinned menu, 9 pinned top apps', pinnedModulesMax, 5],
  ['5 identity numbers of 18', identityFacts('11010519491231002X'), { birthday: '1949-12-31', sex: 'female' }],
  ['5 identity numbers of 15', identityFacts('110105491231001'), { birthday: '1949-12-31', sex: 'male' }],
  ['5 identity numbers of another length', identityFacts('1101'), null],
  ['5 dates', [parseDate('2026-02-30'), parseDate('02/03/2026', 'MM/DD/YYYY')], [null, '2026-02-03']],
  ['9 50 years ending next year', [fullYears(2026)[0], fullYears(2026).length], [2027, 50]],
  ['9 ten years back from next year', [longYears(2026)[0], longYears(2026).length], [2027, 10]],
  ['9 six years back from this one', [shortYears(2026)[0], shortYears(2026).length], [2026, 6]],
  ['9 months', [MONTHS.length, MONTHS[11]?.label], [12, '12月']],
  ['9 date shortcuts', DATE_SHORTCUTS.map(({ title }) => title[0]), ['今天', '昨天', '最近7天', '最近30天', '本月', '上月', '自定义']],
  ['9 the custom option', DATE_SHORTCUTS.at(-1)?.value, 99],
  [
    '5 conditions without a value',
    RELATIVE_CONDITIONS.slice(0, 6),
    ['YESTERDAY', 'TODAY', 'LAST_WEEK', 'THIS_WEEK', 'LAST_MONTH', 'THIS_MONTH'],
  ],
  ['9 ellipsis counts non-ASCII as 2', textWidth('a中b文'), 6],
  ['9 money floors to two decimals', showMoney('1234567.899'), '1,234,567.89'],
  ['9 thousand separators', withThousands('1234567.5'), '1,234,567.5'],
  ['9 file size', showFileSize(1_572_864), '1.50MB'],
  ['9 password score', passwordScore('aab'), 5 + 2.5 + 5],
  ['9 password score: classes', passwordScore('aB1'), 15 + 20],
  ['5 registration: below 6 characters', passwordStrength('aB1#x'), 'short'],
  ['9 contract expiry', codes, [30, 60, 90, -1]],
  ['9 contract expiry, later', expiryCode('2027-06-01', '2026-11-22'), 1],
  ['9 working hours', [usualHours[0]?.[0], usualHours[1]?.[1]], [9 * 60, 18 * 60]],
  ['9 lunch', [usualHours[0]?.[1], usualHours[1]?.[0]], [13 * 60, 14 * 60]],
  ['9 weekends', [isWorkingDay('2026-11-20'), isWorkingDay('2026-11-21')], [true, false]],
  [
    '2 defaults of the settings',
    [defaultSettings.navTheme, defaultSettings.primaryColor, defaultSettings.layout],
    ['light', '#1890ff', 'sidemenu'],
  ],
  ['9 performance: 100, 98, 95', [100, 99, 98, 97, 95, 94].map(gradeOf), [1, 2, 2, 3, 3, 4]],
  ['9 dictionaries', [98, 99, 16, 68, 69, 72, 73, 104, 100, 101].filter(code => !dictionarySeed.some(([one]) => one === code)), []],
  ['2 eight colours', primaryColours.length, 8],
]
test.each(values)('%s', (_section, is, should) => expect(is).toEqual(should))

test('a part of a longer sentence, or one in another folder, is not found', () => {
  expect(stands('platform/web/schemes', '该方案吗')).toBe(false)
  expect(stands('platform/web/tasks', '方案名称不能为空')).toBe(false)
})
