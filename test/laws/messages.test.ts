/**
 * The messages that the specification quotes, character by character: its own blanks and marks included, some of which look like slips.
 * English ones are its own words and the English text of the Chinese sentence beside them. Sections are those of the shell's document.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const filesIn = (folder: string, fits: (file: string) => boolean): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter(fits)
const isTable = (file: string): boolean => /\/(?:en-US|[\w-]+-en)\.ts$/.test(file)
const sources = ['platform', 'areas']
  .flatMap(folder => filesIn(folder, file => /\.tsx?$/.test(file)))
  .filter(file => !isTable(file) && !/\.test\.tsx?$|\/test\/|\/gallery\//.test(file))
  .map(file => readFileSync(join(root, file), 'utf8'))
const english = new Map<string, string>()
for (const file of ['platform', 'areas'].flatMap(folder => filesIn(folder, one => one.endsWith('/en-US.ts')))) {
  const { default: texts } = (await import(join(root, file))) as { default: Record<string, string> }
  for (const [text, translation] of Object.entries(texts)) english.set(text, translation)
}

/** A whole literal, not a part of a longer sentence. */
const isSaid = (text: string): boolean => sources.some(code => ["'", '"', '`'].some(mark => code.includes(`${mark}${text}${mark}`)))

const chinese: readonly (readonly [section: string, text: string])[] = [
  ['2 top menu', '全部应用'],
  ['2 top menu', '置顶应用'],
  ['2 shared list page', '总计'],
  ['2 shared list page', '查看'],
  ['3 data scope', '本人'],
  ['3 data scope', '本部及下级部门'],
  ['3 data scope', '指定部门'],
  ['3 data scope', '所有'],
  ['5 filter conditions', '条件数量不能超过字段数量！'],
  ['5 filter conditions', '请先选择一个条件'],
  ['5 filter conditions', '请先选择一行'],
  ['5 column mover', '已经到达第一行！'],
  ['5 column mover', '已经到达最后一行！'],
  ['5 column mover', '请选择要移动的行！'],
  ['5 column mover', '已经是最后一个了'],
  ['5 column mover', '已经是第一个了'],
  ['5 filter schemes', '方案名称不能为空'],
  ['5 filter schemes', '请至少选择一个方案'],
  ['5 filter schemes', '确定要重置【{name}】该方案吗'],
  ['5 filter schemes', '确定要删除【{name}】该方案吗'],
  ['5 filter schemes', '物流单号'],
  ['5 pinned menu', '顶部菜单最多只能放5个哦！请删除一些再操作！'],
  ['5 uploads', '图片大小不能超过2M'],
  ['5 uploads', '图片类型要求：jpeg、jpg、png'],
  ['5 uploads', '图片大小不能超过 1MB'],
  ['5 other', '没有数据，无法导出'],
  ['8', '已过期，请重新登录'],
  ['8', '服务器内部错误'],
  ['8', '获取组织失败！'],
  ['8', '这是最后一个标签了, 无法被关闭'],
  ['8', '左侧没有标签'],
  ['8', '右侧没有标签'],
  ['8', '复制成功!'],
  ['8', '导出成功'],
  ['9', '共 {count} 条'],
  ['decisions: lists', '共 约 {count} 条'],
  ['decisions: wire format', '接口不存在'],
  ['decisions: rights', '系统管理员'],
  ['decisions: rights', '总经理'],
]
test.each(chinese)('section %s: %s', (_section, text) => expect(isSaid(text)).toBe(true))

const inEnglish: readonly (readonly [section: string, english: string, chinese: string])[] = [
  ['2 avatar dropdown', 'Are you sure you want to log out of the current account?', '确定要退出当前账号吗？'],
  ['2 layouts', 'return to home', '返回首页'],
  ['2 layouts', 'exit system', '退出系统'],
  ['2 monitor badge', 'warning', '预警'],
  ['2 monitor badge', 'normal', '正常'],
  ['2 monitor badge', 'not yet updated', '暂未更新'],
  ['2 monitor badge', 'no updater', '暂无更新人'],
  ['2 shared list page', 'select year and month', '选择年月'],
  ['4 login and route access', 'Error', '错误'],
  ['4 login and route access', 'Failed to request user info, please retry', '请求用户信息失败，请重试'],
  ['4 filter scheme dialog', 'already default scheme', '已是默认方案'],
  ['4 scan-to-upload dialog', 'image upload succeeded', '图片上传成功'],
  ['5 search and filter bar', 'Please select a query condition first!', '请先选择查询条件！'],
  ['5 search and filter bar', 'Tag name cannot be empty', '标签名称不能为空'],
  ['5 search and filter bar', 'Are you sure you want to delete?', '确定要删除吗？'],
  ['5 passwords', 'Please enter the old password', '请输入原密码'],
  ['5 passwords', 'Please enter an old password of 6-10 characters', '请输入6-10位的原密码'],
  ['5 passwords', 'Please enter a new password', '请输入新密码'],
  ['5 passwords', 'Please enter a 6-10 character password different from the old one', '请输入与原密码不同的6-10位密码'],
  ['5 passwords', 'Please enter a new password of 6-10 characters', '请输入6-10位的新密码'],
  ['5 uploads', 'date cannot be empty', '日期不能为空'],
  ['5 uploads', 'please upload at least one attachment', '请至少上传一个附件'],
  ['8', 'Loading chunk failed', '页面资源加载失败'],
]
test.each(inEnglish)('section %s: %s', (_section, text, source) => {
  expect(isSaid(source)).toBe(true)
  expect(english.get(source)).toBe(text)
})

test('a part of a longer sentence is not the message', () => expect(isSaid('该方案吗')).toBe(false))
