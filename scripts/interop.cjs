#!/usr/bin/env node
// Has hhp, a JavaScript parser that trackers are built on, read PokerStars texts that we write.
//
//     node scripts/interop.cjs FOLDER [WANTED]
//
// FOLDER is what the example interop_hands has written: texts.txt, and texts.jsonl with what each should read as. Of every
// text seats, stacks, posts, every move with its amount, the board, hands shown and what was collected are compared, at
// least WANTED of them (1000 unless given). A part of a hand is skipped only for a reason known beforehand, from the text
// itself, and each reason is counted; the exit code says whether everything agreed and there were enough hands.
'use strict'

const fs = require('fs')
const path = require('path')
const home = path.join(__dirname, '..', 'bench', '.node', 'node_modules', 'hhp')
const { parseHand } = require(home)

const STREETS = ['preflop', 'flop', 'turn', 'river']
const cents = (amount) => Math.round(amount * 1e6)

/** What the hand should read as, from the log of the exchange: nothing of it comes from the text. */
function expected(hand) {
  const bets = hand.players.map(() => 0)
  const left = [...hand.startingStacks]
  const seats = hand.players.map((player, at) => [hand.seats[at], player, cents(hand.startingStacks[at])])
  const streets = { preflop: [], flop: [], turn: [], river: [] }
  const dead = hand._deadPosts || []
  const put = (at, amount) => {
    const paid = Math.min(amount, left[at])
    left[at] = Number((left[at] - paid).toFixed(6))
    return paid
  }
  hand.players.forEach((_, at) => {
    left[at] += dead[at] || 0
    put(at, (hand.antes[at] || 0) + (dead[at] || 0))
    bets[at] = put(at, Math.abs(hand._inactive[at] ? 0 : hand.blindsOrStraddles[at]))
  })
  let level = Math.max(...hand.blindsOrStraddles.filter((_, at) => !hand._inactive[at]), ...bets)
  let street = 0
  const live = new Set(hand.players.map((_, at) => at).filter((at) => !hand._inactive[at]))
  const board = []
  const shown = []
  for (const line of hand.actions) {
    const [actor, verb, ...rest] = line.split(' # ')[0].split(' ')
    if (actor === 'd') {
      if (verb === 'db') {
        board.push(...rest[0].match(/../g))
        street = { 3: 1, 4: 2, 5: 3 }[board.length]
        level = 0
        bets.fill(0)
      }
      continue
    }
    const at = Number(actor.slice(1)) - 1
    const player = hand.players[at]
    const moves = streets[STREETS[street]]
    if (verb === 'f') {
      live.delete(at)
      moves.push([player, 'fold'])
    } else if (verb === 'cc') {
      // Nobody calls more than an opponent can have at stake: a blind posted short is all there is to call.
      const most = Math.max(...[...live].filter((other) => other !== at).map((other) => bets[other] + left[other]))
      const price = put(at, Math.max(0, Number((Math.min(level, most) - bets[at]).toFixed(6))))
      bets[at] = Number((bets[at] + price).toFixed(6))
      moves.push(price > 0 ? [player, 'call', cents(price)] : [player, 'check'])
    } else if (verb === 'cbr') {
      const to = Number(rest[0])
      put(at, Number((to - bets[at]).toFixed(6)))
      moves.push([player, level > 0 ? 'raise' : 'bet', cents(to)])
      bets[at] = level = to
    } else if (verb === 'sm' && rest.length && !rest[0].includes('?') && rest[0] !== '-') {
      shown.push([player, rest[0].match(/../g).join('')])
    }
  }
  const collected = hand.players.map((player, at) => [player, cents((hand.winnings || [])[at] || 0)])
  return { seats, streets, board, shown, collected: collected.filter(([, amount]) => amount > 0) }
}

/** What hhp read, in the same words. */
function read(theirs) {
  const move = (a) => {
    if (a.type === 'fold' || a.type === 'check') return [a.player, a.type]
    return [a.player, a.type, cents(a.type === 'raise' ? a.raiseTo : a.amount)]
  }
  const isMove = (a) => ['fold', 'check', 'call', 'bet', 'raise'].includes(a.type)
  const all = [...STREETS.flatMap((street) => theirs[street]), ...theirs.showdown]
  const collected = new Map()
  for (const a of all.filter((a) => a.type === 'collect')) {
    collected.set(a.player, (collected.get(a.player) || 0) + cents(a.amount))
  }
  const board = theirs.board || {}
  return {
    seats: theirs.seats.map((seat) => [seat.seatno, seat.player, cents(seat.chips)]),
    streets: Object.fromEntries(STREETS.map((street) => [street, theirs[street].filter(isMove).map(move)])),
    board: [1, 2, 3, 4, 5].map((n) => board[`card${n}`]).filter(Boolean),
    shown: all.filter((a) => a.type === 'show').map((a) => [a.player, a.card1 + a.card2]),
    collected: [...collected],
  }
}

/** The posts of the text, as they are written. */
function posts(text) {
  const found = [...text.matchAll(/^(.*): posts (the ante|small blind|big blind) \$([\d.]+)$/gm)]
  const types = { 'the ante': 'ante', 'small blind': 'sb', 'big blind': 'bb' }
  return found.map(([, player, type, amount]) => [player, types[type], cents(amount)])
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other)
const sorted = (list) => [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

function differences(text, hand, skip) {
  const theirs = parseHand(text)
  if (!theirs || !theirs.info) return ['not read at all']
  const [should, seen] = [expected(hand), read(theirs)]
  const wrong = []
  const compare = (what, one, other) => {
    if (!same(one, other)) wrong.push(`${what}: ${JSON.stringify(one)}, should be ${JSON.stringify(other)}`)
  }
  compare('seats', sorted(seen.seats), sorted(should.seats))
  compare('moves', seen.streets, should.streets)
  if (should.board.length >= 3) compare('board', seen.board, should.board)
  // A post that takes the last chip, a straddle and a combined post have no place in its list.
  const seenPosts = theirs.posts.filter((post) => ['ante', 'sb', 'bb'].includes(post.type))
  const odd = /posts (straddle|small & big blinds)/.test(text)
  if (odd) skip('posts', 'a straddle or a combined post')
  else compare('posts', seenPosts.map((post) => [post.player, post.type, cents(post.amount)]), posts(text))
  if (/SHOW DOWN/.test(text)) {
    if (hand.actions.some((line) => / sm -/.test(line))) skip('shows', 'cards shown as they were dealt')
    else compare('shows', sorted(seen.shown), sorted(should.shown))
  }
  if (/from side pot-/.test(text)) skip('collected', 'numbered side pots')
  else compare('collected', sorted(seen.collected), sorted(should.collected))
  return wrong
}

function main() {
  const [folder, wanted = '1000'] = process.argv.slice(2)
  if (!folder) {
    console.error('node scripts/interop.cjs FOLDER [WANTED]: name the folder interop_hands has written to')
    process.exit(2)
  }
  const { version } = require(path.join(home, 'package.json'))
  const texts = fs.readFileSync(path.join(folder, 'texts.txt'), 'utf8').split('\n\n\n')
  const hands = fs.readFileSync(path.join(folder, 'texts.jsonl'), 'utf8').trim().split('\n').map((l) => JSON.parse(l))
  if (texts.length !== hands.length) throw new Error(`${texts.length} texts, ${hands.length} hands`)
  const skipped = new Map()
  const wrong = []
  let compared = 0
  texts.forEach((text, at) => {
    const skip = (what, why) => skipped.set(`${what}: ${why}`, (skipped.get(`${what}: ${why}`) || 0) + 1)
    if (/FIRST (FLOP|TURN|RIVER)/.test(text)) return skip('hand', 'a board dealt twice')
    compared += 1
    const found = differences(text, hands[at], skip)
    if (found.length) wrong.push(`${found.join('\n')}\n${text}`)
  })
  console.log(`hhp ${version}`)
  console.log(`PokerStars texts, read to the same hand: ${texts.length} generated, ${compared} compared, ${wrong.length} differ`)
  for (const [why, count] of skipped) console.log(`${String(count).padStart(8)} skipped: ${why}`)
  wrong.slice(0, 3).forEach((difference) => console.log(difference))
  process.exit(compared >= Number(wanted) && wrong.length === 0 ? 0 : 1)
}

main()
