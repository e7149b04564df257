// What is wrong with texts that people have given, in English.
import { refusalsEn, type Parts } from './refusals_en'

export const problemsEn = {
  /** Where it is in what was pasted or in the file. */
  inLine: (line: number, column: number, said: string) => `Line ${line}, column ${column}: ${said}`,
  codes: {
    expected: ({ expected, found, after }: Parts) => `expected ${expected}${found ? `, found “${found}”` : after ? ` after “${after}”` : ''}.`,
    not_possible: ({ move, objection }: Parts) => `${move} is not possible: ${objection}.`,
    no_game: () => 'There is no game in this text.',
    unknown_game: ({ found }: Parts) => `there is no game “${found}”.`,
    tag_name: ({ found }: Parts) => `“${found}” is not the name of a tag.`,
    tags_first: () => 'Game and Variant come first, and once.',
    second_tag: ({ tag }: Parts) => `a second tag ${tag}.`,
    too_long: ({ max }: Parts) => `this is longer than ${max} bytes.`,
    too_many: ({ max, what }: Parts) => `more than ${max} ${what}.`,
    move_number: ({ found }: Parts) => `the move number “${found}” does not belong here.`,
    comment_end: () => 'the comment has no end, “}”.',
    early_evaluation: () => 'an evaluation before the first move.',
    second_evaluation: () => 'a second evaluation of the same move.',
    contradicts_rules: ({ result, right }: Parts) => `the result ${result} contradicts the rules, by which it is ${right}.`,
    contradicts_tag: ({ result, right }: Parts) => `the result ${result} contradicts the tag Result, ${right}.`,
    no_pass: () => 'nobody has to pass here.',
    ...refusalsEn,
  } as Record<string, (parts: Parts) => string>,
}
