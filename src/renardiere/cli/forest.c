/* The rules of forest once more, in C, for `renardiere bench kernel`: how fast is compiled Python beside gcc -O3?
 *
 *     forest ROUNDS SEED REPEATS
 *
 * Deals and plays ROUNDS rounds at random, REPEATS times over, with the random numbers of games/kernel.py, so that it
 * makes exactly the same steps. Prints, for each repeat, the number of steps and the seconds that the play took. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t set;
enum { DEAL, PLAY, EXCHANGE, BURY };
enum { SWAN = 1, FOX = 3, WOODCUTTER = 5, TREASURE = 7, WITCH = 9, MONARCH = 11 };
enum { NONE = -1, KEEP = 33, PILE = 6, HAND = 13, TRICKS = 13 };

typedef struct {
    set hand[2];
    int8_t pile[PILE], decree, phase, player, leader, led, follow, drawn, tricks[2], treasures[2], dealer;
    int16_t round, target, scores[2], last[2];
} state;

static const int8_t POINTS[] = {6, 6, 6, 6, 1, 2, 3, 6, 6, 6, 0, 0, 0, 0};
static const set ALL_CARDS = (1ULL << 33) - 1, SUIT_0 = (1ULL << 11) - 1;

static inline set bit(int card) { return 1ULL << card; }
static inline int lowest(set x) { return __builtin_ctzll(x); }
static inline int highest(set x) { return 63 - __builtin_clzll(x); }
static inline int rank(int card) { return card % 11 + 1; }
static inline int suit(int card) { return card / 11; }

/* ---- random numbers: SplitMix64 and Lemire's bounded draw ---- */

static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static inline uint64_t next_u64(uint64_t *rng) { return mix(*rng += 0x9E3779B97F4A7C15ULL); }

static inline int below(uint64_t *rng, uint64_t n) {
    uint64_t product = (next_u64(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        uint64_t threshold = ((1ULL << 32) - n) % n;
        while ((uint32_t)product < threshold) product = (next_u64(rng) >> 32) * n;
    }
    return (int)(product >> 32);
}

static inline int random_bit(uint64_t *rng, set mask) {
    for (int n = below(rng, __builtin_popcountll(mask)); n; n--) mask &= mask - 1;
    return lowest(mask);
}

/* ---- rules ---- */

static inline set choices(const state *s) {
    set hand = s->hand[s->player];
    if (s->phase == EXCHANGE) return hand | bit(KEEP);
    if (s->phase == BURY || s->led == NONE) return hand;
    set same = hand & SUIT_0 << 11 * suit(s->led);
    if (!same) return hand;
    if (rank(s->led) == MONARCH) return bit(highest(same)) | (same & bit(11 * suit(s->led)));
    return same;
}

static inline int follower_wins(int led, int follow, int trump) {
    int led_suit = suit(led), follow_suit = suit(follow);
    if ((rank(led) == WITCH) != (rank(follow) == WITCH)) {
        if (rank(led) == WITCH) led_suit = trump;
        else follow_suit = trump;
    }
    return led_suit == follow_suit ? rank(follow) > rank(led) : follow_suit == trump;
}

static void end_round(state *s) {
    for (int seat = 0; seat < 2; seat++) {
        int worth = POINTS[s->tricks[seat]];
        s->scores[seat] += worth;
        s->last[seat] = worth + s->treasures[seat];
    }
    s->phase = DEAL;
}

static inline void end_trick(state *s) {
    int wins = follower_wins(s->led, s->follow, suit(s->decree));
    int winner = wins ? 1 - s->leader : s->leader, loser_card = wins ? s->led : s->follow;
    int treasures = (rank(s->led) == TREASURE) + (rank(s->follow) == TREASURE);
    s->tricks[winner]++;
    s->treasures[winner] += treasures;
    s->scores[winner] += treasures;
    s->leader = s->player = rank(loser_card) == SWAN ? 1 - winner : winner;
    s->led = s->follow = NONE;
    s->phase = PLAY;
    if (s->tricks[0] + s->tricks[1] == TRICKS) end_round(s);
}

static inline void end_turn(state *s) {
    if (s->follow != NONE) {
        end_trick(s);
    } else {
        s->phase = PLAY;
        s->player = 1 - s->player;
    }
}

static inline void take(state *s, int choice) {
    set *hand = &s->hand[s->player];
    if (s->phase == PLAY) {
        *hand ^= bit(choice);
        if (s->led == NONE) s->led = choice;
        else s->follow = choice;
        if (rank(choice) == FOX && *hand) {
            s->phase = EXCHANGE;
        } else if (rank(choice) == WOODCUTTER) {
            s->drawn = s->pile[0];
            for (int i = 0; i < PILE - 1; i++) s->pile[i] = s->pile[i + 1];
            s->pile[PILE - 1] = NONE;
            *hand |= bit(s->drawn);
            s->phase = BURY;
        } else {
            end_turn(s);
        }
    } else if (s->phase == EXCHANGE) {
        if (choice != KEEP) {
            *hand ^= bit(choice) | bit(s->decree);
            s->decree = choice;
        }
        end_turn(s);
    } else {
        *hand ^= bit(choice);
        s->pile[PILE - 1] = choice;
        s->drawn = NONE;
        end_turn(s);
    }
}

static void random_deal(state *s, uint64_t *rng) {
    set left = ALL_CARDS;
    for (int seat = 0; seat < 2; seat++) {
        set hand = 0;
        for (int i = 0; i < HAND; i++) hand |= bit(random_bit(rng, left & ~hand));
        s->hand[seat] = hand;
        left ^= hand;
    }
    for (int i = 0; i < PILE; i++) {
        s->pile[i] = random_bit(rng, left);
        left ^= bit(s->pile[i]);
    }
    s->decree = lowest(left);
    s->dealer = s->round ? 1 - s->dealer : below(rng, 2);
    s->round++;
    s->leader = s->player = 1 - s->dealer;
    s->led = s->follow = s->drawn = NONE;
    s->tricks[0] = s->tricks[1] = s->treasures[0] = s->treasures[1] = 0;
    s->phase = PLAY;
}

static long play_round(state *s, uint64_t *rng) {
    long steps = 0;
    for (; s->phase != DEAL; steps++) take(s, random_bit(rng, choices(s)));
    return steps;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    long rounds = atol(arguments[1]), repeats = atol(arguments[3]);
    uint64_t seed = strtoull(arguments[2], NULL, 10);
    state *states = calloc(rounds, sizeof *states);
    uint64_t *rngs = calloc(rounds, sizeof *rngs);
    if (!states || !rngs) return 1;
    for (long i = 0; i < rounds; i++)
        rngs[i] = mix(mix(seed + 0x9E3779B97F4A7C15ULL) + i * 0xD1342543DE82EF95ULL);
    while (repeats--) {
        for (long i = 0; i < rounds; i++) random_deal(&states[i], &rngs[i]);
        double start = now();
        long steps = 0;
        for (long i = 0; i < rounds; i++) steps += play_round(&states[i], &rngs[i]);
        printf("%ld %.9f\n", steps, now() - start);
    }
    return 0;
}
