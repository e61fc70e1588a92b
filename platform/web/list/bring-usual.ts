/** 载入常用… outside a generic list. Resolves when it is told how many came, or why none. */
import { api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { addedText } from '../actions/action-words.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'

async function bring(call: string): Promise<void> {
  const { added } = await api.write<{ added: number }>(call, {})
  feedback.success(addedText(added))
}
export const bringUsual = (call: string): Promise<void> => ignoreShownRefusal(bring(call))
