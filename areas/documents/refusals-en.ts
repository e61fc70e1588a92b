/** What documents and policies say in English. */
import type { English } from '#platform/declare/sentence.ts'

export const documentsEnglish: English = {
  '目录最多 {} 层，请选择更高的上级目录': 'Folders have {} levels at most: choose a higher folder above',
  '目录“{}”由它和上级目录的负责人维护，您不能修改': 'The folder “{}” is kept by its owner and those of folders above',
  '您没有建立一级目录的权限，请选择上级目录': 'You may not make folders at the top: choose a folder above',
  '您在目录“{}”里没有写入的权限': 'You may not write in the folder “{}”',
  '生效过的文档不能删除，请移到归档目录': 'A document that was in force is not deleted: move it to an archive folder',
  生效日期不能早于今天: 'A version is in force from today on at the earliest',
  '您的账号没有对应的员工，不能上传版本': 'Your account is no employee: it uploads no versions',
  '请刷新后再上传（缺少版本号）': 'Read the document anew first (the version is missing)',
  '文档已有更新：最新版本 {} 由 {} 上传，请刷新核对后再上传':
    'The document has changed: its latest version {} is of {}. Read it anew before you upload',
  请上传文件: 'Upload a file',
  '内容和版本 {} 完全相同，不用再上传': 'These are the bytes of version {}: nothing to upload',
  '您没有下载机密原件的权限，不能恢复它': 'You may not have closed originals: you can not restore it',
  '您没有下载机密原件的权限，不能降低机密文档的密级': 'You may not have closed originals: you can not lower the level of a secret document',
  '涉及员工切身利益的制度，发布前请填写协商日期': 'A policy that concerns staff: enter when it was discussed with them',
  '涉及员工切身利益的制度，发布前请上传协商纪要': 'A policy that concerns staff: upload the minutes of the consultation',
  '您已经确认过这份制度，或者不需要确认': 'You have confirmed this policy, or need not',
  '{} 人要确认制度': '{} people are asked to confirm policies',
  '{} 个文档版本的内容和上传时不同': 'The bytes of {} versions are not those uploaded',
}
