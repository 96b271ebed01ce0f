"""Playing an imagined round to its end, fast: hands as bit masks, one flat loop, simple players.

With `trace` the loop writes down what every seat did, and a test shows that the engine, given the
same actions, ends with the same hands. It is one long function on purpose: a call costs as much
here as half a turn. What does not happen every turn stands in `ground.py`.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from uno_tui.ai.ground import (
    AGAIN,
    DIP,
    DRAWS,
    EVERYONE,
    HAND_MOVES,
    NONE,
    REVERSE,
    ROTATE,
    SKIP,
    SWAP,
    UNDECIDED,
    Ground,
    Trace,
    circle,
    covers,
    waits,
)
from uno_tui.engine import chance
from uno_tui.engine.actions import ACCEPT, DRAW, GIVE, PASS, PLAY, READY, Action
from uno_tui.engine.penalty import READY_FROM
from uno_tui.engine.state import State
from uno_tui.ruleset.tables import KEPT, NAMED, Tables

KEEP_WILD_ABOVE = 4
"""Our own stand-in keeps its wilds while it holds more cards than this and nobody is close."""


@lru_cache(maxsize=256)
def fast(tables: Tables, cards_in_play: tuple[int, ...]) -> Fast | None:
    """The loop for a ruleset and the cards of a table; None when it does not cover it."""
    return Fast(tables, cards_in_play) if covers(tables) else None


class Fast(Ground):
    """The loop."""

    def finish(
        self,
        s: State,
        me: int,
        hands: list[int],
        trace: Trace | None = None,
        keep: int = KEEP_WILD_ABOVE,
        outs: list[int] | None = None,
    ) -> int:
        """Play on from a turn of `s` to the end of the round.

        Takes `s.draw` and `s.discards` apart; `hands` are the masks of the hands and are changed
        to what is left. `me` plays the steadier stand-in, which keeps its wilds while it holds
        more than `keep` cards; the others play the greedy one (`me` = -1: all do).
        `outs` is made by `first_outs` where a round goes on after a seat is out, and changed.
        Returns the winner, or UNDECIDED.
        """
        t = self.t
        masks = self.masks
        ok_rows, color_masks, kind_at, first = masks.ok, masks.color, masks.kind_at, masks.first
        wild, effects, numbers = masks.wild, self.effect, self.number
        face_of, color_rule, draw_n, agains = t.face_of, t.color_rule, t.draw_n, self.again
        optional, until, loses = t.optional_draw, t.until_playable, t.draw_loses_turn
        must, answers, color_of = t.must_play_drawn, self.answers, t.color_of
        several = t.has_pairs or t.has_lay_color
        draw, discards = s.draw, s.discards
        color, direction, seat = s.color, s.direction, s.turn
        next_of = s.next_of
        seats = s.in_round.bit_count()
        ok = ok_rows[color][face_of[discards[-1]] if discards else 0]
        events = s.random_events
        stay = seats == 2  # with more seats the colour will have changed before our next turn
        hitting = 0 if t.strict else self.hitting
        goes_on, reuse, slaps = self.goes_on, self.reuse, t.slap
        if outs is None:
            outs = self.first_outs(s)
        idle = 0
        for _ in range(self.turns):
            hand = hands[seat]
            fits = hand & ok
            colored = fits & ~wild
            bit = 0
            if colored:
                mine = colored & color_masks[color] if color >= 0 else 0
                if (
                    seat == me
                    and fits & hitting
                    and not hands[next_of[seat]] & (hands[next_of[seat]] - 1)
                ):
                    # The next seat is about to go out: better a wild draw now than never.
                    bit = 1 << ((fits & hitting).bit_length() - 1)
                elif colored == mine:
                    bit = 1 << (colored.bit_length() - 1)
                elif stay and seat == me and mine:
                    bit = 1 << (mine.bit_length() - 1)
                else:
                    most = best = 0
                    for of_color in color_masks:
                        here = colored & of_color
                        if here:
                            count = (hand & of_color).bit_count()
                            if count > most:
                                most = count
                                best = here
                    bit = 1 << (best.bit_length() - 1)
            elif fits:
                bit = 1 << (fits.bit_length() - 1) if seat == me else fits & -fits
                if seat == me and optional and hand.bit_count() > keep:
                    for other in hands:
                        if not other & (other - 1) & ((other & (other - 1)) - 1):
                            break
                    else:
                        if draw or (reuse and len(discards) > 1):
                            bit = 0
            got = -1
            if not bit:
                while draw or (reuse and len(discards) > 1):
                    if not draw:
                        draw = discards[:-1]
                        del discards[:-1]
                        if t.flips:
                            draw.reverse()
                        else:
                            events += 1
                            chance.shuffle(draw, chance.generator(s.seed, events))
                    got = draw.pop()
                    low = first[got]
                    while hand & low:
                        low <<= 1
                    hand |= low
                    if low & ok:
                        bit = low
                        break
                    if not until:
                        break
                hands[seat] = hand
                if got < 0:
                    idle += 1
                    if idle >= seats or not reuse:
                        return self.nobody_out(s, hands, outs)
                    seat = next_of[seat]
                    continue
                if trace is not None:
                    trace.append((seat, Action(DRAW)))
                idle = 0
                if bit and seat == me and not must and bit & wild:
                    if hand.bit_count() > keep + 1:
                        if trace is not None:
                            trace.append((seat, Action(PASS)))
                        bit = 0
                if not bit:
                    seat = next_of[seat]
                    continue
            idle = 0
            hand ^= bit
            kind = kind_at[bit.bit_length() - 1]
            cards: tuple[int, ...] = (kind,)
            pair = False
            if several and got < 0:
                more = hand & color_masks[color_of[kind]] if t.lays_color[kind] else 0
                if more:
                    hand ^= more
                    cards = (kind, *masks.cards(more))
                elif t.pairs[kind] and hand & masks.all[kind]:
                    hand ^= (hand & masks.all[kind]) & -(hand & masks.all[kind])
                    cards = (kind, kind)
                kind = cards[-1]
                discards.extend(cards[:-1])
                pair = t.pair_skips and len(cards) == 2 and cards[0] == cards[1]
            hands[seat] = hand
            discards.append(kind)
            named = target = -1
            rule = color_rule[kind]
            if rule >= 0:
                color = rule
            elif rule == NAMED:
                most = -1
                for at, of_color in enumerate(color_masks):
                    count = (hand & of_color).bit_count()
                    if count > most:
                        most = count
                        named = at
                color = named
            elif rule == KEPT:
                if t.wheel[kind]:
                    if color < 0:
                        color = named = self.named(hand)
                    else:
                        color = (color + direction) % len(color_masks)
            else:
                color = -1
            ok = ok_rows[color][face_of[kind]]
            effect = effects[kind]
            if effect == SWAP and hand:
                fewest = 999
                for other, theirs in enumerate(hands):
                    if other != seat and s.in_round >> other & 1 and theirs.bit_count() < fewest:
                        fewest = theirs.bit_count()
                        target = other
            if trace is not None:
                uno = hand != 0 and not hand & (hand - 1)
                if not hand and self.ends(s, outs, seat):
                    trace.append((seat, Action(PLAY, cards)))
                else:
                    trace.append((seat, Action(PLAY, cards, named, target, uno)))
            if pair and not effect:
                effect = SKIP
            if not hand:
                if not goes_on:
                    self.last_card(s, hands, seat, kind, next_of, draw, events, effect)
                    return seat
                draw, events, over = self.out(s, hands, seat, outs, draw, events)
                if over:
                    if not t.points_per_out:
                        next_of = circle(s, direction, outs) if t.last_left else next_of
                        self.last_card(s, hands, seat, kind, next_of, draw, events, effect)
                    return self.winner(s, hands, outs, seat)
                if effect in HAND_MOVES or (effect == AGAIN and not hands[seat]):
                    effect = NONE
                if t.last_left:
                    next_of = circle(s, direction, outs)
            elif slaps and not hand & (hand - 1) and seats > 2:
                draw, events = self.slap(s, hands, seat, next_of, draw, events, trace)
            if not effect:
                seat = next_of[seat]
                if t.last_left:
                    seats = s.in_round.bit_count() - len(outs) + len(s.places)
                continue
            if effect == SKIP:
                if trace is not None and t.deflects and len(cards) == 1 and hand:
                    trace.append((next_of[seat], Action(ACCEPT)))
                seat = next_of[next_of[seat]]
            elif effect == REVERSE:
                direction = -direction
                next_of = circle(s, direction, outs) if t.last_left else circle(s, direction)
                seat = next_of[seat]
                if seats == 2 or pair:
                    seat = next_of[seat]
            elif effect == DRAWS:
                source = seat
                seat = next_of[seat]
                amount = draw_n[kind]
                source_again = agains[kind]
                # Answers: whoever can answers.
                while True:
                    reply = hands[seat] & answers[kind][color]
                    if not reply:
                        break
                    bit = reply & -reply
                    hand = hands[seat] ^ bit
                    hands[seat] = hand
                    kind = kind_at[bit.bit_length() - 1]
                    discards.append(kind)
                    rule = color_rule[kind]
                    named = -1
                    color = rule if rule >= 0 else self.named(hand)
                    if rule == NAMED:
                        named = color
                    ok = ok_rows[color][face_of[kind]]
                    amount = amount + draw_n[kind] if t.stacks else draw_n[kind]
                    source = seat
                    source_again = agains[kind]
                    if trace is not None:
                        uno = hand != 0 and not hand & (hand - 1)
                        if not hand and self.ends(s, outs, seat):
                            trace.append((seat, Action(PLAY, (kind,))))
                        else:
                            trace.append((seat, Action(PLAY, (kind,), named, -1, uno)))
                    if not hand:
                        if not goes_on:
                            self.take(s, hands, next_of[seat], amount, draw, events)
                            return seat
                        draw, events, over = self.out(s, hands, seat, outs, draw, events)
                        if t.last_left:
                            next_of = circle(s, direction, outs)
                        if over:
                            if not t.points_per_out:
                                self.take(s, hands, next_of[seat], amount, draw, events)
                            return self.winner(s, hands, outs, seat)
                    elif slaps and not hand & (hand - 1) and seats > 2:
                        draw, events = self.slap(s, hands, seat, next_of, draw, events, trace)
                    seat = next_of[seat]
                if trace is not None and waits(t, kind):
                    trace.append((seat, Action(ACCEPT)))
                if len(draw) >= amount:
                    hand = hands[seat]
                    for _n in range(amount):
                        got = draw.pop()
                        low = first[got]
                        while hand & low:
                            low <<= 1
                        hand |= low
                    hands[seat] = hand
                    taken = amount
                else:
                    draw, events, taken = self.take(s, hands, seat, amount, draw, events)
                    if taken < amount and not reuse:
                        return self.nobody_out(s, hands, outs)
                if trace is not None and t.ready and taken >= READY_FROM:
                    trace.append((seat, Action(READY)))
                if source_again and hands[source]:
                    seat = source
                elif loses:
                    seat = next_of[seat]
            elif effect == SWAP:
                hands[seat], hands[target] = hands[target], hands[seat]
                seat = next_of[seat]
            elif effect == ROTATE:
                sitting = [seat]
                while next_of[sitting[-1]] != seat:
                    sitting.append(next_of[sitting[-1]])
                held = [hands[each] for each in sitting]
                for (_, after), mask in zip(pairwise((*sitting, seat)), held, strict=True):
                    hands[after] = mask
                seat = next_of[seat]
            elif effect == EVERYONE:
                other = next_of[seat]
                while other != seat:
                    draw, events, _n = self.take(s, hands, other, numbers[kind], draw, events)
                    other = next_of[other]
                seat = next_of[seat]
            elif effect == DIP:
                draw, events, _n = self.take(s, hands, seat, 1, draw, events)
                hand = hands[seat]
                bit = hand & -hand
                hands[seat] = hand ^ bit
                given = kind_at[bit.bit_length() - 1]
                if trace is not None:
                    trace.append((seat, Action(GIVE, (given,))))
                seat = next_of[seat]
                bit = first[given]
                while hands[seat] & bit:
                    bit <<= 1
                hands[seat] |= bit
            # AGAIN: the same seat goes on.
            if t.last_left:
                seats = s.in_round.bit_count() - len(outs) + len(s.places)
        return UNDECIDED
