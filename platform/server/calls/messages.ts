/** Texts of the HTTP layer in both languages. */
import type { Language } from '../contract/context.ts'
import type { Title } from '#platform/declare/title.ts'

export const texts = {
  signIn: ['已过期，请重新登录', 'The session has expired, please sign in again'],
  forbidden: ['没有权限进行此操作', 'You are not allowed to do this'],
  proof: ['请先验证身份，再继续操作', 'Prove that it is you first'],
  personally: ['只能由本人登录后操作', 'Only a person who has signed in can do this'],
  noSuchCall: ['接口不存在', 'No such call'],
  defect: ['服务器内部错误', 'Internal server error'],
  changePasswordFirst: ['请先修改初始密码', 'Change the initial password first'],
  badJson: ['请求内容不是有效的 JSON，请检查格式', 'The request body is not valid JSON'],
  bodyNotObject: ['请求内容应为 JSON 对象', 'The request body must be a JSON object'],
  unstorable: [
    '含有无法保存的字符（NUL 或不完整的字符），请去掉后重试',
    'Contains a character that can not be stored (NUL, or half of one); remove it',
  ],
  badUrl: ['请求地址格式不正确', 'The address of the request is malformed'],
  badRequest: ['请求格式不正确', 'The request is malformed'],
  bodyTooLarge: ['请求内容过大，请减少后重试', 'The request is too large'],
  tooDeep: ['请求内容的层级过深，请减少嵌套后重试', 'The request is nested too deeply'],
  tooManyKeys: ['请求内容的字段过多，请分批提交', 'The request has too many fields; send it in parts'],
  tooManyItems: ['请求内容的条目过多，请分批提交', 'The request has too many items; send it in parts'],
  fileMissing: ['文件不存在或已删除', 'The file does not exist or was deleted'],
  fileTooLarge: ['文件过大，请拆分后重试', 'The file is too large'],
  tooManyFiles: ['一次上传的文件过多，请分批上传', 'Too many files in one upload'],
  wrongType: ['不支持的内容类型，请使用 JSON', 'Unsupported content type, use JSON'],
  multipartOnly: ['不支持的内容类型，请使用 JSON 或表单上传', 'Unsupported content type, use JSON or multipart'],
  statementTimeout: ['查询用时过长，请缩小日期范围或增加筛选条件后重试', 'The query took too long; narrow the date range or add filters'],
  beyondCalendar: [
    '日期太早或太晚：计算用到的日期超出 0001-01-01 至 9999-12-31，请改用其他日期',
    'The date is too early or too late: days reckoned from it lie outside 0001-01-01 to 9999-12-31; choose another',
  ],
  abandoned: ['请求已取消', 'The request was cancelled'],
  busyRecord: ['数据正被其他操作修改，请稍后重试', 'The data is being changed by another operation, try again'],
  lineTooLong: ['同时操作的人太多，没有轮到，请稍后重试', 'Too many people are saving at once; try again in a moment'],
  commitUnsure: [
    '保存时数据库连接中断，请刷新核对后再操作',
    'The connection to the database broke while saving; reload and check before trying again',
  ],
  databaseGone: ['数据库连接中断，请稍后重试', 'The connection to the database broke; try again in a moment'],
  machineLate: [
    '在限定的时间里没有得到结果：存放数据的机器可能暂时连不上，或者查询的范围太大。请 30 秒后重试，仍然如此时请缩小日期范围或增加筛选条件',
    'There was no answer in time: a machine with the data may be out of reach, or too much was asked for. ' +
      'Try again in 30 seconds; if it stays so, narrow the date range or add filters',
  ],
  machineGone: [
    '存放这些店铺数据的机器暂时连不上，期间各店铺共用的资料也不能保存。正在保存的内容请刷新核对，请 30 秒后重试',
    'The machine with the data of these shops does not answer; what all shops share can not be saved meanwhile. ' +
      'Reload and check what you were saving; try again in 30 seconds',
  ],
  tooMany: ['操作过于频繁，请稍后再试', 'Too many requests, try again later'],
  keyMalformed: ['Idempotency-Key 应为 1 到 128 个可见的 ASCII 字符', 'Idempotency-Key must be 1 to 128 visible ASCII characters'],
  keyReused: ['同一个 Idempotency-Key 已用于内容不同的请求，请更换后重试', 'This Idempotency-Key was used for another request'],
  keyRunning: [
    '相同的请求尚未得到结果，请刷新页面确认后再操作',
    'The same request has no result yet; reload and check before trying again',
  ],
  viewingOnly: [
    '正在以他人身份查看，只能看不能改，请先退出查看',
    'You are viewing as somebody else and may only look; leave the view first',
  ],
} as const satisfies Record<string, Title>

/** The language of an answer: English only where the first language that the browser names is English. */
export const languageOf = (acceptLanguage: string | undefined): Language =>
  acceptLanguage !== undefined && /^\s*en\b/i.test(acceptLanguage) ? 'en' : 'zh'
