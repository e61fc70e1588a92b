/** English of what the help centre says, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const helpEnglish: English = {
  '类型最多 {} 级，请选择更高的上级类型': 'Types have {} levels at most: choose a higher parent',
  '更新 {} 篇文章的近期浏览': 'Recent views of {} articles brought up to date',
  没有要修改的内容: 'There is nothing to change',
  请填写搜索内容: 'Fill in what is looked for',
  只有已回答的提问可以转为问答: 'Only an answered question is taken over',
}
