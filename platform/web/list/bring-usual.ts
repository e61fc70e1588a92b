/** 载入常用… outside a generic list. Resolves when it is told how many came, or why none. */
import { api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { addedText } from './action-words.ts'
import { ignoreShownRefusal } from './ignore-shown-refusal.ts'

export const bringUsual = (call: string): Promise<void> =>
  ignoreShownRefusal(api.write<{ added: number }>(call, {}).then(({ added }) => void feedback.success(addedText(added))))
